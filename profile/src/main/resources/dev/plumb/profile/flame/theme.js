// Light and dark: as the system says, until the reader chooses; the choice is kept for other flame graphs where it can be.

const THEME_KEY = "plumb-theme";

function storedTheme() {
  try {
    return localStorage.getItem(THEME_KEY);
  } catch {
    return null; // storage is closed to pages in some frames and private windows
  }
}

class Theme {
  constructor(changed) {
    const stored = storedTheme();
    if (stored === "dark" || stored === "light") document.documentElement.dataset.theme = stored;
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed);
    this.changed = changed;
  }

  get dark() {
    const chosen = document.documentElement.dataset.theme;
    return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  }

  toggle() {
    const next = this.dark ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    try {
      localStorage.setItem(THEME_KEY, next);
    } catch {
      // not kept, still applied
    }
    this.changed();
  }

  // The colours that the canvas shares with the style sheet.
  colours() {
    const style = getComputedStyle(document.documentElement);
    const of = (name) => style.getPropertyValue(name).trim();
    return {
      background: of("--paper"),
      ink: of("--ink"),
      soft: of("--soft"),
      outline: of("--ink"),
      accent: of("--accent"),
      match: of("--match"),
      matchInk: of("--match-ink"),
    };
  }
}

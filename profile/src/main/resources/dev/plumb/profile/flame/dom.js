// Elements of the page. Text reaches the page as text nodes only, so no name is ever read as markup.

const byId = (id) => document.getElementById(id);

// Makes an element: make("button", { class: "x", onclick }, "text", child...).
function make(tag, properties = {}, ...content) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...content.filter((part) => part !== null));
  return element;
}

function nameElement(tag, className, text) {
  return make(tag, { class: className + " name", dir: "ltr" }, text);
}

let toastTimer = 0;

function toast(text) {
  const box = byId("toast");
  box.textContent = text;
  box.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => (box.hidden = true), 2200);
}

async function copyText(text, what) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Pages opened from a file, or in the background, may not use the clipboard directly.
    const field = make("textarea", { "aria-hidden": "true" });
    field.value = text;
    document.body.append(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    if (!copied) return toast("This browser does not let the page copy; use the address bar");
  }
  toast(what + " copied");
}

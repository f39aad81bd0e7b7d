// Labels that fit their frame: the longest form of a name that has room, else its beginning.

const LABEL_FONT = "12px system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif";
// A name longer than this is cut before it is measured: no screen is wide enough for it.
const LONGEST_LABEL = 400;

class Labels {
  constructor(context) {
    this.context = context;
    this.forms = new Map();
    this.average = 0;
  }

  use() {
    this.context.font = LABEL_FONT;
    this.context.textBaseline = "middle";
    this.context.direction = "ltr";
    if (this.average === 0) this.average = this.context.measureText("abcdefghijklmnopqrstuvwxyz.").width / 27;
  }

  formsOf(name) {
    let forms = this.forms.get(name);
    if (!forms) {
      const cut = name.slice(0, LONGEST_LABEL);
      forms = nameForms(cut).map((text) => ({ text, width: this.context.measureText(text).width }));
      this.forms.set(name, forms);
    }
    return forms;
  }

  // Gives what to write in `room` pixels, or the empty string.
  fit(name, room) {
    if (room < 3 * this.average) return "";
    const forms = this.formsOf(name);
    for (const form of forms) if (form.width <= room) return form.text;
    const last = forms[forms.length - 1];
    let length = Math.floor(last.text.length * (room / last.width)) - 1;
    while (length >= 2) {
      const cut = last.text.slice(0, length) + "…";
      if (this.context.measureText(cut).width <= room) return cut;
      length--; // letters differ in width: the first guess may be a little long
    }
    return "";
  }
}

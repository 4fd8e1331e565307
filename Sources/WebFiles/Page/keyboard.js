// An on-screen keyboard, which types into the form by the same operations as a keyboard does.

import { make, set } from "./dom.js";
import { layers } from "./layouts.js";

export class Keyboard {
  #form;
  #layers = {};
  #layer = "letters";
  #isShifted = false;
  #known = "";

  constructor(form) {
    this.#form = form;
    this.element = make("div", { class: "keyboard", "data-keyboard": "", role: "group", hidden: true, lang: "" });
    // The focus stays in the field.
    this.element.addEventListener("pointerdown", (event) => event.preventDefault());
    for (const type of ["focusin", "focusout", "formd-change"]) form.addEventListener(type, () => setTimeout(() => this.#follow()));
  }

  /** Shows the keys for the field that has the focus. */
  #follow() {
    const typed = this.#form.typed;
    this.element.hidden = !typed || typed.field.ReadOnly;
    document.documentElement.style.setProperty("--keyboard", `${this.element.offsetHeight}px`);
    if (!typed) return void (this.#known = "");
    const { Id, Keyboard: { purpose = "text", autocapitalization } = {}, Text } = typed.field;
    const { Locale } = this.#form.session.properties;
    const key = [Id, purpose, Locale].join(" ");
    if (key === this.#known) return;
    this.#known = key;
    this.#layers = layers(purpose, Locale);
    this.#layer = Object.keys(this.#layers)[0];
    this.#isShifted = !Text && ["words", "sentences", "characters"].includes(autocapitalization);
    this.#draw();
    document.documentElement.style.setProperty("--keyboard", `${this.element.offsetHeight}px`);
    this.#form.shadowRoot.activeElement?.scrollIntoView({ block: "center" });
  }

  #draw() {
    const locale = this.#form.session.properties.Locale;
    const rows = this.#layers[this.#layer].map((row) =>
      make("div", { class: "row" }, ...row.map((key) => {
        const text = this.#isShifted ? key.toLocaleUpperCase(locale) : key;
        return this.#key(text, text, () => this.#type(text));
      })));
    const names = Object.keys(this.#layers);
    const last = [];
    if (this.#layer !== "pad" && this.#layer !== "symbols") last.push(this.#key("⇧", "Shift", () => this.#shift(), { "aria-pressed": String(this.#isShifted) }));
    for (const name of names) if (name !== this.#layer) last.push(this.#key({ symbols: "123", latin: "abc" }[name] ?? this.#sample(name), name, () => this.#change(name)));
    if (this.#layer !== "pad") last.push(this.#key(" ", "Space", () => this.#type(" "), { class: "space" }));
    last.push(this.#key("⌫", "Backspace", () => this.#form.typed?.binding.erase()), this.#key("⏎", "Enter", () => this.#form.typed?.binding.enter()));
    this.element.replaceChildren(...rows, make("div", { class: "row" }, ...last));
    set(this.element, "data-layer", this.#layer);
  }

  /** The first letters of a layer, as its name. */
  #sample = (name) => this.#layers[name].slice(-1)[0].slice(0, 3).join("");

  #key(text, label, action, attributes = {}) {
    return make("button", { type: "button", tabindex: "-1", "aria-label": label, "data-key": label, onclick: action, ...attributes }, text);
  }

  #type(text) {
    this.#form.typed?.binding.type(text);
    if (this.#isShifted) this.#shift();
  }

  #shift() {
    this.#isShifted = !this.#isShifted;
    this.#draw();
  }

  #change(name) {
    this.#layer = name;
    this.#draw();
  }
}

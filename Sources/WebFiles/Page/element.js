// <formd-form form-name="checkout" lang="ru">: a whole form, drawn from what the daemon says.

import { CONTROLS, check, choose } from "./controls.js";
import { arrange, make, marked, set, setText } from "./dom.js";
import { open } from "./formd.js";
import { face, outline } from "./outline.js";
import { sheet } from "./style.js";

/** A field with its label and what is said about it. */
class FieldView {
  constructor(form, name) {
    Object.assign(this, { form, name, session: form.session });
    this.face = face(this.field);
    this.inputId = `f-${name}`;
    this.hintId = `h-${name}`;
    this.control = CONTROLS[this.face](this);
    this.hint = make("p", { id: this.hintId, class: "hint", part: "hint", dir: "auto" });
    this.label = this.#makeLabel();
    const isGroup = this.control.label === "legend";
    const parts = this.control.label === "beside" ? [make("div", { class: "beside" }, this.control.element, this.label)] : [this.label, this.control.element];
    this.element = make(isGroup ? "fieldset" : "div", { class: "field", part: "field", "data-field": name }, ...parts, this.hint);
    this.element.addEventListener("focusout", (event) => form.left(this, event));
  }

  get field() {
    return this.session.get(this.name);
  }

  #makeLabel() {
    const kind = this.control.label;
    if (kind === "none") return null;
    return kind === "legend" ? make("legend", { part: "label" }) : make("label", { for: this.inputId, part: "label" });
  }

  update() {
    const { field, label } = this;
    const isBad = !field.Valid;
    this.element.className = `field ${this.face}${isBad ? " invalid" : ""}${field.Required ? " required" : ""}`;
    set(this.element, "aria-busy", field.Pending ? "true" : null);
    if (this.element.localName === "fieldset") {
      set(this.element, "aria-invalid", isBad ? "true" : null);
      set(this.element, "aria-describedby", field.HintVisible ? this.hintId : null);
      set(this.element, "role", this.field.Multiple ? null : "radiogroup");
      set(this.element, "aria-required", field.Required && !field.Multiple ? "true" : null);
    }
    if (label && label.dataset.text !== field.Label) {
      label.dataset.text = field.Label;
      label.replaceChildren(...marked(field.Label, field.Markup, "label"));
    }
    this.control.update(field);
    const hint = field.HintVisible ? field.HintText : "";
    this.hint.className = `hint${isBad ? " error" : field.Warning ? " warning" : ""}`;
    if (this.hint.dataset.text !== hint) {
      this.hint.dataset.text = hint;
      this.hint.replaceChildren(...marked(hint, field.Markup, "hint"));
      if (hint && (isBad || field.Warning)) this.form.announce(`${field.Label}: ${hint}`);
    }
  }

  focus() {
    this.control.focus()?.focus();
  }
}

/** Fields with the same options, as a table. */
class GridView {
  constructor(form) {
    this.form = form;
    this.head = make("tr");
    this.body = make("tbody");
    this.element = make("div", { class: "grid", part: "grid" }, make("table", {}, make("thead", {}, this.head), this.body));
    this.rows = new Map();
  }

  update(names) {
    const { session } = this.form;
    const options = session.get(names[0]).Options;
    const titles = JSON.stringify(options);
    if (titles !== this.titles) {
      this.titles = titles;
      this.rows.clear();
      this.head.replaceChildren(make("td"), ...options.map((label, index) => make("th", { scope: "col", id: `o-${names[0]}-${index}` }, label)));
    }
    arrange(this.body, names.flatMap((name) => this.#row(name, options, names[0])));
  }

  #row(name, options, first) {
    const { session } = this.form;
    if (!this.rows.has(name)) {
      const view = { session, name, hintId: `h-${name}`, inputId: `f-${name}` };
      const title = make("th", { scope: "row", id: `l-${name}` });
      const inputs = options.map((_, index) => {
        const type = session.get(name).Multiple ? "checkbox" : "radio";
        const input = make("input", { type, name: view.inputId, id: `${view.inputId}-${index}`, "aria-labelledby": `${title.id} o-${first}-${index}` });
        choose(input, session, name, index);
        return input;
      });
      const row = make("tr", { "data-field": name }, title, ...inputs.map((input) => make("td", {}, make("label", {}, input))));
      const hint = make("p", { id: view.hintId, class: "hint", part: "hint" });
      const below = make("tr", {}, make("td", { colspan: options.length + 1 }, hint));
      row.addEventListener("focusout", (event) => this.form.left({ name, element: row }, event));
      this.rows.set(name, { view, row, below, title, inputs, hint });
    }
    const { view, row, below, title, inputs, hint } = this.rows.get(name);
    const field = session.get(name);
    setText(title, field.Label);
    set(row, "class", field.Required ? "required" : null);
    setText(hint, field.HintVisible ? field.HintText : "");
    hint.className = `hint${field.Valid ? "" : " error"}`;
    check(inputs, field, view);
    return hint.textContent ? [row, below] : [row];
  }

  focus(name) {
    const { inputs } = this.rows.get(name);
    (inputs.find((input) => input.checked) ?? inputs[0]).focus();
  }
}

export class FormElement extends HTMLElement {
  static formAssociated = true;
  static observedAttributes = ["lang"];

  #internals = this.attachInternals();
  #views = new Map();
  #grids = new Map();
  #others = new Map();
  #page = null;
  #answers = { revision: -1, list: [] };
  #isAsked = false;
  #state = null;
  /** The session, once it is open. */
  session = null;
  isKiosk = false;
  hasOwnKeyboard = false;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [sheet];
    this.notice = make("p", { class: "notice", part: "notice", role: "alert", hidden: true });
    this.heading = make("h1", { part: "title", tabindex: "-1" });
    this.progress = make("p", { class: "progress", part: "progress" });
    this.list = make("div", { class: "elements", part: "elements" });
    this.buttons = make("div", { class: "buttons", part: "buttons" });
    this.live = make("p", { class: "live", role: "status", "aria-live": "polite" });
    root.append(make("div", { class: "form", part: "form", role: "form" }, this.heading, this.progress, this.notice, this.list, this.buttons, this.live));
    this.body = root.lastChild;
  }

  connectedCallback() {
    if (this.hasAttribute("form-name") && !this.hasAttribute("manual") && !this.session && !this.#isAsked) this.start();
  }

  /** The session is given up, unless the element only moves. */
  disconnectedCallback() {
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.session?.disconnect();
      this.session = null;
      this.#isAsked = false;
    });
  }

  formAssociatedCallback() {
    if (this.session) this.#report();
  }

  attributeChangedCallback(_, before, lang) {
    if (this.session && lang && before !== lang) this.session.setLanguage(lang).catch(() => {});
  }

  /** Opens a session, in place of the one that is shown. The options are those of `open`. */
  async start(options = {}) {
    this.#isAsked = true;
    try {
      const colorScheme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
      const session = await open(this.getAttribute("form-name"), { lang: this.lang || undefined, colorScheme, ...options });
      // The element may have been removed meanwhile.
      if (this.#isAsked) this.show(session);
      else session.disconnect();
      return session;
    } catch (error) {
      this.say(error.message);
      throw error;
    }
  }

  /** Shows a session that is open already. */
  show(session) {
    this.session?.disconnect();
    this.session = session;
    for (const views of [this.#views, this.#grids, this.#others]) views.clear();
    this.#page = null;
    this.#state = session.properties.State;
    this.say("");
    const on = (type, handler) => session.addEventListener(type, (event) => session === this.session && handler(event));
    on("change", (event) => this.#changed(event.detail));
    on("answered", () => this.#followFocus());
    on("refused", ({ detail }) => this.announce(detail.message));
    on("status", ({ detail, more }) => this.#status(detail, more));
    on("closed", ({ detail }) => this.#tell("formd-closed", { reason: detail }));
    on("signal", ({ detail }) => this.#tell("formd-signal", detail));
    this.#draw();
    this.#tell("formd-open", { session });
  }

  // --- What happens

  #changed({ changes }) {
    this.#draw();
    const { State } = this.session.properties;
    const isSubmitted = State === "submitted" && this.#state !== State;
    this.#state = State;
    if (isSubmitted) this.#tell("formd-submitted");
    if (changes[""] && "FocusedField" in changes[""]) this.#followFocus();
    this.#tell("formd-change");
  }

  #status(status, more) {
    const { words } = this.session;
    if (status === "lost" || status === "disconnected" || status === "failed") this.say(words.unreachable);
    else if (more?.missing?.length) {
      const labels = more.missing.map((name) => this.session.get(name)?.Label ?? name);
      this.say(`${words.restarted}: ${labels.join(", ")}`);
    } else this.say("");
  }

  #tell(type, detail = {}) {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }

  /** Shows a message above the form; none for "". */
  say(message) {
    setText(this.notice, message ?? "");
    this.notice.hidden = !message;
  }

  announce(message) {
    // The same once more is announced, too.
    this.live.textContent = message;
  }

  // --- The focus

  /** A field has lost the browser's focus. The daemon is told unless another field gets it, which tells that by itself. */
  left(view, { relatedTarget }) {
    if (view.element.contains(relatedTarget) || relatedTarget?.closest?.("[data-field]")) return;
    if (relatedTarget?.closest?.("[data-keyboard]") || !document.hasFocus()) return;
    if (this.session?.focusedField === view.name || this.session?.isMovingFocus) this.session.send("Blur");
  }

  /** The browser's focus goes where the daemon's is. */
  #followFocus() {
    const { session } = this;
    const name = session?.focusedField;
    if (!name || session.isMovingFocus || session.properties.State === "submitted") return;
    const inside = this.shadowRoot.activeElement;
    if (inside?.closest("[data-field]")?.dataset.field === name) return;
    if (!inside && document.activeElement !== document.body && document.activeElement !== this) return;
    this.focusField(name);
  }

  /** The binding of the field that is typed in, for an on-screen keyboard; null if none is. */
  get typed() {
    const inside = this.shadowRoot.activeElement;
    const view = this.#views.get(inside?.closest("[data-field]")?.dataset.field);
    return view?.control.binding && inside.matches("input[id], textarea") ? { field: view.field, binding: view.control.binding() } : null;
  }

  /** Gives the focus to the field that has the daemon's, otherwise to the first one. */
  focus() {
    const name = this.session?.focusedField ?? [...this.#views].find(([, view]) => view.control.focus())?.[0];
    if (name) this.focusField(name);
  }

  focusField(name) {
    if (this.#views.has(name)) this.#views.get(name).focus();
    else for (const grid of this.#grids.values()) if (grid.rows.has(name)) grid.focus(name);
  }

  // --- Drawing

  #draw() {
    const { session } = this;
    const { Title, Direction, Locale, TextScale = 1, Pages = [], Page, State } = session.properties;
    set(this.body, "dir", Direction);
    set(this.body, "lang", Locale);
    set(this.body, "aria-label", Title);
    this.body.style.setProperty("--formd-scale", TextScale);
    setText(this.heading, Title || "");
    this.heading.hidden = !Title;
    const page = Pages[Page];
    this.progress.hidden = !page;
    if (page) setText(this.progress, [page[0], `${Page + 1} / ${Pages.length}`].filter(Boolean).join(" · "));
    const items = State === "submitted" ? outline(session).filter(({ kind }) => kind === "end") : outline(session);
    arrange(this.list, items.flatMap((item) => this.#item(item)));
    this.#forget();
    arrange(this.buttons, this.#makeButtons(State));
    this.#report();
    if (page && this.#page !== null && this.#page !== Page && !session.focusedField) this.heading.focus();
    this.#page = Page;
  }

  /** The views of fields that are gone. */
  #forget() {
    for (const name of this.#views.keys()) if (!this.session.fields.has(name)) this.#views.delete(name);
  }

  #item(item) {
    const { session } = this;
    switch (item.kind) {
      case "field": case "note": case "end": {
        const known = this.#views.get(item.name);
        const view = known && known.face === face(session.get(item.name)) ? known : new FieldView(this, item.name);
        this.#views.set(item.name, view);
        view.update();
        view.element.style.setProperty("--span", item.span ?? 12);
        return [view.element];
      }
      case "grid": {
        const grid = this.#keep(this.#grids, item.id, () => new GridView(this));
        grid.update(item.names);
        return [grid.element];
      }
      case "section": return [this.#titled(item, "section")];
      case "row": {
        const heading = this.#titled(item, "row");
        if (!item.canRemove) return [heading];
        const { removeRow = "−" } = session.properties.Labels ?? {};
        const button = this.#button(`remove ${item.id}`, removeRow, () => session.send("RemoveRow", { group: item.group, row: item.row }));
        set(button, "aria-label", `${removeRow}: ${item.title}`);
        return [heading, button];
      }
      case "addRow": {
        const { addRow = "+" } = session.properties.Labels ?? {};
        const label = item.title ? `${addRow}: ${item.title}` : addRow;
        return [this.#button(`add ${item.id}`, label, () => session.send("AddRow", { group: item.group, position: -1 }))];
      }
      case "review": return [this.#titled(item, "section"), this.#review()];
      default: return [];
    }
  }

  #keep(views, key, create) {
    if (!views.has(key)) views.set(key, create());
    return views.get(key);
  }

  #titled({ id, title, level }, part) {
    const element = this.#keep(this.#others, `${part} ${id} ${level}`, () => make(`h${level}`, { class: part, part, dir: "auto" }));
    setText(element, title);
    return element;
  }

  #button(key, label, action, className = "plain") {
    const button = this.#keep(this.#others, key, () => make("button", { type: "button", part: "button", class: className }));
    button.onclick = action;
    setText(button, label);
    return button;
  }

  /** The answers of the form; each leads to its field. */
  #review() {
    const { session } = this;
    const list = this.#keep(this.#others, "answers", () => make("div", { class: "answers", part: "answers" }));
    if (this.#answers.revision !== session.revision) {
      this.#answers.revision = session.revision;
      session.call("GetReview").then(({ answers }) => {
        list.replaceChildren(...answers.map(([field, label, text]) =>
          make("button", { type: "button", class: "answer", part: "answer", onclick: () => session.send("FocusField", { field }) },
            make("span", { class: "name" }, label), make("span", { class: "text", dir: "auto" }, text || "—"))));
      }, () => {});
    }
    return list;
  }

  #makeButtons(state) {
    const { session } = this;
    const { submit = "", next = "", previous = "", cancel = "" } = session.properties.Labels ?? {};
    const { Page = 0, Pages = [] } = session.properties;
    if (state === "submitted") return [this.#button("again", session.words.startAgain, () => this.#tell("formd-again"), "main")];
    const buttons = [];
    if (Page + 1 < Pages.length) buttons.push(this.#button("next", next, () => session.send("NextPage"), "main"));
    else buttons.push(this.#button("submit", submit, () => this.submit(), "main"));
    if (Page > 0) buttons.push(this.#button("previous", previous, () => session.send("PreviousPage")));
    if (this.hasAttribute("cancellable")) buttons.push(this.#button("cancel", cancel, () => this.#tell("formd-cancel")));
    return buttons;
  }

  /** Submits the form; the gateway delivers the values. */
  async submit() {
    try {
      await this.session.call("SubmitDocument");
    } catch (error) {
      this.announce(error.message);
    }
  }

  /** What a surrounding HTML form is told: the values that are not secret, and whether the form is valid. */
  #report() {
    const data = new FormData();
    let first = null;
    for (const [name, field] of this.session.fields) {
      if (field.Type === "note" || !field.Visible) continue;
      if (!field.Secret) data.append(name, field.Value);
      const view = this.#views.get(name);
      // The field may be on another page.
      if (!field.Valid) first ??= [field, this.list.contains(view?.element) ? view.control.focus() : null];
    }
    // The browser keeps the values of an element, also on disk, unless they are those of a form that says no.
    this.#internals.setFormValue(this.#internals.form ? data : null, null);
    if (first) this.#internals.setValidity({ customError: true }, first[0].Error || first[0].HintText || " ", first[1] ?? this.heading);
    else this.#internals.setValidity({});
  }
}

customElements.define("formd-form", FormElement);

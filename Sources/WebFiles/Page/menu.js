// A list of options that opens: the browser's own for a short one, otherwise an input that searches at the daemon.

import { describe, make, set, setText } from "./dom.js";

/** With more options than these, a list needs a search. */
const MOST_NATIVE = 60;
const PAGE = 60;

export const menu = (view) => (view.field.Multiple || view.field.OptionCount > MOST_NATIVE ? searched(view) : native(view));

function native(view) {
  const { session, name } = view;
  const select = make("select", { id: view.inputId, part: "input" });
  let known = null;
  select.addEventListener("change", () => {
    const index = Number(select.value);
    if (index >= 0) session.send("SelectOption", { index }, name);
    else session.send("Clear", {}, name);
    update(session.get(name));
  });
  select.addEventListener("focus", () => session.focusedField === name || session.send("Focus", {}, name));

  function update(field) {
    const options = JSON.stringify(field.Options);
    if (options !== known) {
      const empty = make("option", { value: "-1" }, session.properties.Labels?.choose ?? "");
      select.replaceChildren(empty, ...field.Options.map((label, index) => make("option", { value: index }, label)));
    }
    known = options;
    select.value = field.SelectedOption;
    select.disabled = !field.Enabled || field.ReadOnly;
    describe(select, field, view);
  }

  return { element: select, focus: () => select, update, label: "for" };
}

/** WAI-ARIA's combobox with a list: the focus stays in the input. */
function searched(view) {
  const { session, name } = view;
  const listId = `${view.inputId}-list`;
  const input = make("input", {
    id: view.inputId, part: "input", type: "text", role: "combobox", autocomplete: "off", "aria-autocomplete": "list",
    "aria-controls": listId, "aria-expanded": "false", "aria-haspopup": "listbox", spellcheck: "false", inputmode: view.form.hasOwnKeyboard ? "none" : null,
  });
  const list = make("ul", { id: listId, role: "listbox", part: "list", hidden: true });
  let found = [], total = 0, active = -1, search = 0, filter = "";

  const isOpen = () => !list.hidden;
  const chosen = (field) => (field.Multiple ? field.SelectedOptions : [field.SelectedOption]);

  async function find(offset = 0) {
    const mine = ++search;
    try {
      const result = await session.call("ListOptions", { filter, offset, limit: PAGE }, name);
      // A later search has begun, or the list was closed.
      if (mine !== search || !isOpen()) return;
      total = result.total;
      found = offset ? [...found, ...result.options] : result.options;
      if (!offset) active = found.length ? 0 : -1;
      draw();
    } catch {
      close();
    }
  }

  function draw() {
    const field = session.get(name);
    const current = new Set(chosen(field));
    set(list, "aria-multiselectable", field.Multiple ? "true" : null);
    list.replaceChildren(
      ...found.map(([index, , label], at) =>
        make("li", {
          id: `${listId}-${at}`, role: "option", part: "option", "aria-selected": String(current.has(index)), class: at === active ? "active" : null,
          onpointerdown: (event) => event.preventDefault(), onclick: () => pick(at),
        }, label)),
    );
    if (!found.length) list.append(make("li", { class: "nothing" }, session.words.nothingFound));
    set(input, "aria-activedescendant", active >= 0 ? `${listId}-${active}` : null);
    list.children[active]?.scrollIntoView({ block: "nearest" });
  }

  /** Shows the options that contain a text. */
  function open(text = "") {
    if (!session.get(name).Enabled || session.get(name).ReadOnly) return;
    list.hidden = false;
    set(input, "aria-expanded", "true");
    filter = text;
    find();
  }

  function close() {
    search++;
    list.hidden = true;
    found = [];
    set(input, "aria-expanded", "false");
    set(input, "aria-activedescendant", null);
    list.replaceChildren();
    update(session.get(name));
  }

  function pick(at) {
    const option = found[at];
    if (!option) return;
    session.send("SelectOption", { index: option[0] }, name);
    if (session.get(name).Multiple) active = at;
    else close();
  }

  function move(by) {
    if (!isOpen()) return open();
    active = Math.min(Math.max(active + by, 0), found.length - 1);
    draw();
    if (active > found.length - 10 && found.length < total) find(found.length);
  }

  const enter = () => (isOpen() ? pick(active) : session.send("PressReturn", {}, name));

  /** What an on-screen keyboard types. */
  function type(text, start = input.selectionStart) {
    input.setRangeText(text, start, input.selectionEnd, "end");
    open(input.value);
  }

  const erase = () => type("", input.selectionStart === input.selectionEnd ? Math.max(input.selectionStart - 1, 0) : input.selectionStart);

  input.addEventListener("focus", () => {
    if (session.focusedField !== name) session.send("Focus", {}, name);
    input.select();
  });
  input.addEventListener("click", () => isOpen() || open());
  input.addEventListener("input", () => open(input.value));
  input.addEventListener("blur", close);
  list.addEventListener("scroll", () => {
    if (list.scrollTop + list.clientHeight > list.scrollHeight - 80 && found.length < total) find(found.length);
  });
  input.addEventListener("keydown", (event) => {
    const action = {
      ArrowDown: () => move(1), ArrowUp: () => move(-1), PageDown: () => move(8), PageUp: () => move(-8),
      Enter: enter,
      Escape: isOpen() ? close : null,
    }[event.key];
    if (!action || event.isComposing) return;
    event.preventDefault();
    action();
  });

  function update(field) {
    if (!field) return;
    input.disabled = !field.Enabled;
    input.readOnly = field.ReadOnly;
    set(input, "placeholder", session.properties.Labels?.choose);
    describe(input, field, view);
    if (isOpen()) draw();
    else if (input.value !== field.Text) input.value = field.Text;
  }

  const summary = make("span", { class: "count" });
  const element = make("div", { class: "box", part: "box" }, input, summary, list);
  return {
    element,
    focus: () => input,
    label: "for",
    binding: () => ({ type: (text) => type(text), erase, enter }),
    update(field) {
      update(field);
      setText(summary, field.Multiple && field.SelectedOptions.length > 1 ? String(field.SelectedOptions.length) : "");
    },
  };
}

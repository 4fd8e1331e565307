// The controls of a field, one function for each face: `{element, focus, update(field), label}`. `label` is how the label
// names the control: `for`, or a `legend` around it.

import { describe, make, marked, set, setText } from "./dom.js";
import { menu } from "./menu.js";

/** The keyboard of a touch screen for a purpose. */
const INPUT_MODES = {
  integer: "numeric", decimal: "decimal", phone: "tel", email: "email", url: "url", pin: "numeric", date: "numeric", time: "numeric",
};
const LEFT_TO_RIGHT = new Set(["integer", "decimal", "date", "time", "phone", "email", "url", "pin", "code"]);

export const CONTROLS = { text, area: text, date, slider, toggle, list: choices, buttons: choices, rating: choices, menu, computed, note };

function text(view) {
  const { session, name } = view;
  const isArea = view.face === "area";
  const input = make(isArea ? "textarea" : "input", { id: view.inputId, part: "input", rows: isArea ? 2 : null });
  const button = make("button", { type: "button", class: "inside", part: "action", hidden: true, onclick: () => press() });
  let binding = null;
  let isRevealed = false;

  function press() {
    const field = session.get(name);
    if (!field.Secret) session.send("PressActionButton", {}, name);
    else isRevealed = !isRevealed && binding.knowsSecret;
    update(session.get(name));
  }

  function update(field) {
    const { purpose = "text", autocapitalization, correction, contentType, hints = [] } = field.Keyboard ?? {};
    if (!isArea) set(input, "type", field.SecureEntry && !(isRevealed && binding?.knowsSecret) ? "password" : "text");
    set(input, "inputmode", view.form.hasOwnKeyboard ? "none" : INPUT_MODES[purpose]);
    set(input, "enterkeyhint", field.ReturnKey);
    set(input, "autocapitalize", autocapitalization);
    set(input, "spellcheck", String(hints.includes("spellcheck")));
    set(input, "autocorrect", correction ? null : "off");
    set(input, "autocomplete", view.form.isKiosk ? "off" : field.Secret && !contentType ? "off" : contentType || "off");
    set(input, "placeholder", field.Placeholder === field.Label ? field.MaskTail : field.Placeholder);
    set(input, "dir", LEFT_TO_RIGHT.has(purpose) || field.MaskStatus !== "none" ? "ltr" : "auto");
    input.readOnly = field.ReadOnly;
    input.disabled = !field.Enabled;
    describe(input, field, view);
    binding ??= session.bind(name, input);
    updateButton(field);
  }

  function updateButton(field) {
    const { visible = false, image = "" } = field.ActionButton ?? {};
    const isEye = field.Secret;
    // A secret is revealed here, from what was typed: the daemon is not asked for it.
    button.hidden = isEye ? !field.Text || !binding.knowsSecret : !visible;
    if (isEye) set(button, "aria-pressed", String(isRevealed));
    const { show, hide, clear } = session.properties.Labels ?? {};
    setText(button, isEye ? (isRevealed ? hide : show) : image === "clear" ? clear : image);
  }

  return { element: make("div", { class: "box", part: "box" }, input, button), focus: () => input, update, label: "for", binding: () => binding };
}

/** The daemon's text with its mask, and the browser's calendar. */
function date(view) {
  const typed = text(view);
  const { session, name } = view;
  const picker = make("input", { type: "date", class: "picker", tabindex: "-1", "aria-hidden": "true" });
  picker.addEventListener("change", () => picker.value && session.send("SelectDate", { date: picker.value }, name));
  const button = make("button", { type: "button", class: "inside", part: "action", "aria-haspopup": "dialog" }, "▾");
  button.addEventListener("click", () => picker.showPicker());
  typed.element.append(button, picker);
  return {
    ...typed,
    update(field) {
      typed.update(field);
      const [first, last] = field.DateRange ?? [];
      set(picker, "min", first);
      set(picker, "max", last);
      if (picker.value !== field.Date) picker.value = field.Date;
      set(button, "aria-label", `${session.properties.Labels?.choose ?? ""}: ${field.Label}`);
      button.disabled = !field.Enabled || field.ReadOnly;
      const format = session.formats[name]?.format;
      const input = typed.focus();
      if (!input.placeholder && format) set(input, "placeholder", format);
    },
  };
}

function slider(view) {
  const typed = text(view);
  const { session, name } = view;
  const { least = 0, most = 100, step = 1 } = session.formats[name] ?? {};
  const range = make("input", { type: "range", part: "slider", min: String(least), max: String(most), step: String(step) });
  let wanted = null, isSending = false;
  const number = () => Number(session.get(name).Value.replace(",", "."));
  range.addEventListener("keydown", (event) => {
    const step = { ArrowUp: "StepUp", ArrowRight: "StepUp", ArrowDown: "StepDown", ArrowLeft: "StepDown" }[event.key];
    if (!step) return;
    event.preventDefault();
    session.send(step, { count: 1 }, name);
  });
  range.addEventListener("focus", () => session.send("Focus", {}, name));
  range.addEventListener("change", async () => {
    wanted = new Intl.NumberFormat(session.properties.Locale, { useGrouping: false, maximumFractionDigits: 20 }).format(range.valueAsNumber);
    if (isSending) return;
    isSending = true;
    // One after the other, because each replaces the text that the one before has left; of several only the last.
    while (wanted !== null) {
      const text = wanted;
      wanted = null;
      const args = { start: 0, length: [...(session.get(name)?.Text ?? "")].length, text };
      await session.call("ReplaceRange", args, name).catch(({ message }) => view.form.announce(message));
    }
    isSending = false;
  });
  typed.element.prepend(range);
  return {
    ...typed,
    update(field) {
      typed.update(field);
      set(range, "aria-label", field.Label);
      describe(range, field, view);
      range.disabled = !field.Enabled || field.ReadOnly;
      const value = field.Value === "" ? least : number();
      if (range.valueAsNumber !== value && Number.isFinite(value)) range.value = value;
      set(range, "aria-valuetext", field.Text || null);
    },
  };
}

function toggle(view) {
  const { session, name } = view;
  const input = make("input", { id: view.inputId, type: "checkbox", role: "switch", part: "switch" });
  input.addEventListener("click", (event) => {
    // It shows what the daemon answers.
    event.preventDefault();
    if (!session.get(name).ReadOnly) session.send("Toggle", {}, name);
  });
  input.addEventListener("focus", () => session.focusedField === name || session.send("Focus", {}, name));
  return {
    element: input,
    focus: () => input,
    label: "beside",
    update(field) {
      // After the click, whose default would bring the earlier state back.
      setTimeout(() => (input.checked = session.get(name)?.Value === "true"));
      input.disabled = !field.Enabled;
      describe(input, field, view);
    },
  };
}

/** Options that are all visible, as radio buttons or check boxes. */
export function choices(view) {
  const { session, name } = view;
  const list = make("div", { class: `choices ${view.face}`, part: "choices" });
  let inputs = [];
  let known = null;

  function build(field) {
    inputs = field.Options.map((label, index) => {
      const input = make("input", { type: field.Multiple ? "checkbox" : "radio", name: view.inputId, id: `${view.inputId}-${index}` });
      choose(input, session, name, index);
      return input;
    });
    const labels = inputs.map((input, index) => make("label", { for: input.id }, input, make("span", {}, field.Options[index])));
    list.replaceChildren(...labels);
  }

  return {
    element: list,
    focus: () => inputs.find((input) => input.checked) ?? inputs[0],
    label: "legend",
    update(field) {
      const options = JSON.stringify([field.Options, field.Multiple]);
      if (options !== known) build(field);
      known = options;
      check(inputs, field, view);
    },
  };
}

/** Makes an input choose an option. */
export function choose(input, session, name, index) {
  input.addEventListener("click", (event) => {
    event.preventDefault();
    if (!session.get(name).ReadOnly) session.send("SelectOption", { index }, name);
  });
  input.addEventListener("keydown", (event) => {
    const step = { ArrowDown: "StepUp", ArrowRight: "StepUp", ArrowUp: "StepDown", ArrowLeft: "StepDown" }[event.key];
    if (!step || input.type !== "radio") return;
    event.preventDefault();
    session.send(step, { count: 1 }, name);
  });
  input.addEventListener("focus", () => session.focusedField === name || session.send("Focus", {}, name));
}

/** Shows which options are chosen. */
export function check(inputs, field, view) {
  const chosen = new Set(field.Multiple ? field.SelectedOptions : [field.SelectedOption]);
  setTimeout(() => {
    const now = view.session.get(view.name);
    if (!now) return;
    const current = new Set(now.Multiple ? now.SelectedOptions : [now.SelectedOption]);
    const hadFocus = inputs.includes(inputs[0]?.getRootNode().activeElement);
    inputs.forEach((input, index) => (input.checked = current.has(index)));
    // The focus of a group of radio buttons is on the chosen one.
    if (hadFocus && !now.Multiple) inputs.find((input) => input.checked)?.focus();
  });
  inputs.forEach((input, index) => {
    input.disabled = !field.Enabled;
    set(input, "tabindex", field.Multiple || chosen.has(index) || (chosen.has(-1) && index === 0) ? null : "-1");
    set(input, "aria-describedby", field.HintVisible && field.HintText ? view.hintId : null);
  });
}

function computed(view) {
  const output = make("output", { id: view.inputId, part: "output", dir: "auto", tabindex: "-1" });
  // The daemon's focus may come here; Enter leads on.
  output.addEventListener("keydown", ({ key }) => key === "Enter" && view.session.send("PressReturn", {}, view.name));
  return { element: output, focus: () => output, label: "for", update: (field) => setText(output, field.Text) };
}

function note(view) {
  const element = make("div", { class: "note", part: "note", dir: "auto" });
  let known = null;
  return {
    element,
    focus: () => null,
    label: "none",
    update(field) {
      const contents = JSON.stringify([field.Text, field.Markup]);
      if (contents === known) return;
      known = contents;
      element.replaceChildren(...marked(field.Text, field.Markup));
    },
  };
}

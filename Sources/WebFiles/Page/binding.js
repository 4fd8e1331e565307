// An input that shows a field's text and sends what is done in it.
//
// The daemon owns the text. What was sent and not answered yet is applied to the daemon's text where its effect is known;
// otherwise the input stays as it is until the answer. The input is written to only where that differs from what it shows,
// and never during a composition.

import { deleted, inserted, pointsBefore, replaced, replacement, selected, unitsBefore } from "./text.js";

const DELETIONS = {
  deleteContentBackward: ["character", -1], deleteContentForward: ["character", 1], deleteContent: ["character", -1],
  deleteWordBackward: ["word", -1], deleteWordForward: ["word", 1], deleteByDrag: ["character", -1],
  deleteSoftLineBackward: ["line", -1], deleteSoftLineForward: ["line", 1],
  deleteHardLineBackward: ["line", -1], deleteHardLineForward: ["line", 1], deleteEntireSoftLine: ["line", -1],
};
const STEPPED = new Set(["integer", "decimal", "date", "time"]);
/** A composition on Android is how words are typed, so what it changes is sent at once. Elsewhere it is an input method's. */
const COMPOSES_WORDS = /Android/.test(globalThis.navigator?.userAgent ?? "");
const EMPTY = { points: [], start: 0, end: 0 };
const graphemes = (text) => Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

export class Binding {
  #session;
  #name;
  #input;
  #listeners = new AbortController();
  /** What each operation without an answer does to the text, in order. */
  #pending = [];
  /** The state behind the last operation with an answer; null if the session is further already, which its answers will tell. */
  #answered = null;
  /** What the input shows, as far as it was written here or is known to the daemon: UTF-16 offsets. */
  #shown = { text: "", start: 0, end: 0 };
  /** The text before the composition that is going on, and as it was sent; `caret` is where it was changed last, in code points. */
  #composing = null;
  /** A secret as it was typed here, behind the operations that were answered; null if the daemon has another text. */
  #secret = EMPTY;

  constructor(session, name, input) {
    [this.#session, this.#name, this.#input] = [session, name, input];
    const signal = this.#listeners.signal;
    const on = (target, type, handler) => target.addEventListener(type, handler, { signal });
    on(session, "change", () => this.#changed());
    on(input, "focus", () => this.#focus());
    on(input, "beforeinput", (event) => this.#beforeInput(event));
    on(input, "input", () => this.#compare());
    on(input, "keydown", (event) => this.#key(event));
    on(input, "paste", (event) => this.#paste(event));
    on(input, "cut", (event) => this.#cut(event));
    on(input, "copy", (event) => this.#copy(event));
    on(input, "drop", (event) => this.#drop(event));
    on(input, "blur", () => this.#blur());
    on(input, "compositionstart", () => this.#compositionBegan());
    on(input, "compositionend", () => this.#composed());
    on(input.ownerDocument, "selectionchange", () => this.#selectionChanged());
    input.setAttribute("autocomplete", input.getAttribute("autocomplete") ?? "off");
    this.#show();
  }

  /** Ends the binding; the input stays as it is. */
  release() {
    this.#listeners.abort();
  }

  // What an on-screen keyboard does.

  type(text) {
    this.#noteSelection();
    this.#insert(text);
  }

  erase() {
    this.#noteSelection();
    this.#delete("character", -1);
  }

  enter() {
    if (this.#isArea) this.type("\n");
    else this.#session.send("PressReturn", {}, this.#session.target(this.#name));
  }

  /** Whether the whole secret was typed here, so that it can be shown. */
  get knowsSecret() {
    return this.#secret !== null;
  }

  get #field() {
    return this.#session.get(this.#name);
  }

  get #isArea() {
    return this.#input.localName === "textarea";
  }

  // --- What is shown

  #changed() {
    if (!this.#field) return this.release();
    if (this.#field.Secret && !this.#pending.length) this.#compareSecret();
    if (!this.#pending.length) this.#show();
  }

  /** Forgets a secret that is not the daemon's any more, because it was undone, wiped, or typed elsewhere. */
  #compareSecret() {
    const state = this.#told;
    const isKnown = this.#secret?.points.length === state.points.length;
    if (isKnown) this.#secret = { ...state, points: this.#secret.points };
    else this.#secret = state.points.length ? null : EMPTY;
  }

  /** The text and the selection in the session's state, of a secret in bullets. */
  get #told() {
    const points = [...this.#field.Text];
    const [start, length] = this.#field.Selection ?? [points.length, 0];
    return { points, start: Math.min(start, points.length), end: Math.min(start + length, points.length) };
  }

  get #daemons() {
    return (this.#field.Secret && this.#secret) || this.#told;
  }

  /** The daemon's text with what has no answer yet; null while only the daemon knows the result. */
  #expected() {
    if (!this.#pending.length) return this.#daemons;
    let state = (this.#field.Secret && this.#secret) || this.#answered;
    if (!state) return null;
    if (this.#field.MaskStatus !== "none" || this.#field.Computed) return null;
    for (const effect of this.#pending) {
      state = effect(state);
      if (!state) return null;
    }
    return state;
  }

  #show() {
    if (this.#composing || !this.#field) return;
    // Where the user has put the caret may not have been told yet.
    if (this.#hasFocus) this.#noteSelection();
    const state = this.#expected();
    if (!state) return;
    const input = this.#input;
    const text = state.points.join("");
    if (input.value !== text) input.value = text;
    const [start, end] = [unitsBefore(state.points, state.start), unitsBefore(state.points, state.end)];
    if (this.#hasFocus && (input.selectionStart !== start || input.selectionEnd !== end)) {
      const isBackward = this.#field.Caret === state.start && state.start !== state.end;
      input.setSelectionRange(start, end, isBackward ? "backward" : "forward");
    }
    this.#shown = { text, start, end };
  }

  get #hasFocus() {
    return this.#input.getRootNode().activeElement === this.#input;
  }

  // --- Operations

  /** Sends an operation; `effect` is what it does to the text. */
  async #send(method, args, effect = () => null) {
    const [session, pending] = [this.#session, this.#pending];
    if (!pending.length) this.#answered = this.#told;
    pending.push(effect);
    try {
      const result = await session.call(method, args, session.target(this.#name));
      if (this.#field) this.#answered = (result?.revision ?? session.revision) === session.revision ? this.#told : null;
      if (this.#field?.Secret && this.#secret && result?.accepted !== false) this.#secret = effect(this.#secret);
    } catch (error) {
      // It may have been performed.
      if (error.name === "Disconnected") this.#answered = this.#secret = null;
      // Whether there is something to step, only the daemon knows.
      const isStep = method.startsWith("Step") && error.name === "ActionDisabled";
      if (!isStep) this.#session.dispatchEvent(new CustomEvent("refused", { detail: error }));
    }
    pending.splice(pending.indexOf(effect), 1);
    if (!this.#field) return;
    if (this.#field.Secret && !pending.length) this.#compareSecret();
    this.#show();
  }

  #insert(given) {
    const text = given.replaceAll("\0", "");
    // Of a secret, each character has an answer of its own, so that the ones which the daemon took are known.
    for (const part of this.#field.Secret ? graphemes(text) : [text]) this.#send("InsertText", { text: part }, inserted(part));
    this.#show();
  }

  #delete(unit, count) {
    this.#send("Delete", { unit, count }, deleted(unit, count, this.#field.Secret));
    this.#show();
  }

  #focus() {
    const session = this.#session;
    if (session.focusedField !== this.#name || session.isMovingFocus) session.send("Focus", {}, this.#name);
  }

  // --- Events

  #beforeInput(event) {
    const { inputType, data } = event;
    if (this.#composing || event.isComposing || !event.cancelable || inputType.includes("omposition")) return;
    const deletion = DELETIONS[inputType];
    if (inputType === "historyUndo" || inputType === "historyRedo") {
      event.preventDefault();
      this.#session.send(inputType === "historyUndo" ? "Undo" : "Redo");
    } else if (inputType === "insertText" && data) {
      event.preventDefault();
      this.#noteSelection();
      this.#insert(data);
    } else if (inputType === "insertLineBreak" || inputType === "insertParagraph") {
      event.preventDefault();
      this.#noteSelection();
      if (this.#isArea) this.#insert("\n");
    } else if (deletion) {
      event.preventDefault();
      this.#noteSelection();
      this.#delete(...deletion);
    }
    // Anything else, such as a correction or what a password manager fills in, happens and is compared then.
  }

  /** Sends what the browser has changed by itself as one replacement. */
  #compare() {
    const composing = this.#composing;
    const before = composing ? composing.sent : this.#shown.text;
    const caret = pointsBefore(this.#input.value, this.#input.selectionStart);
    const change = replacement(before, this.#input.value, caret);
    if (composing && !COMPOSES_WORDS) return this.#compose(change);
    if (!change) return;
    if (composing) composing.sent = this.#input.value;
    this.#replace(change, before, composing);
  }

  #replace({ start, removed, inserted: text }, before, composing = null) {
    const points = [...before];
    const selection = this.#daemons;
    const isAtCaret = this.#pending.length ? start === points.length : selection.start === start && selection.end === start + removed;
    // The composition lacks what a formatter has added meanwhile, so that only the caret is at the same place in both.
    const isRelative = start + removed === composing?.caret && this.#expected()?.points.join("") !== before;
    if (composing) composing.caret = start + [...text].length;
    if (isAtCaret && !removed) this.#insert(text);
    else if (isRelative) {
      if (removed) this.#delete("character", -graphemes(points.slice(start, start + removed).join("")).length);
      if (text) this.#insert(text);
    } else if (this.#field.Secret) {
      this.#send("Select", { start, length: removed }, selected(start, removed));
      if (text) this.#insert(text);
      else this.#delete("character", -1);
    } else this.#send("ReplaceRange", { start, length: removed, text }, replaced(start, removed, text));
    this.#show();
  }

  #key(event) {
    if (event.isComposing || event.keyCode === 229) return;
    const { key, altKey, shiftKey } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    const press = (action) => {
      event.preventDefault();
      action();
    };
    if (isCommand && !altKey && key.toLowerCase() === "z") press(() => this.#session.send(shiftKey ? "Redo" : "Undo"));
    else if (isCommand && !altKey && key.toLowerCase() === "y") press(() => this.#session.send("Redo"));
    else if (key === "Enter" && (!this.#isArea || isCommand || altKey)) {
      press(() => this.#session.send("PressReturn", {}, this.#session.target(this.#name)));
    } else if ((key === "ArrowUp" || key === "ArrowDown") && !this.#isArea && !isCommand && !altKey && this.#steps) {
      press(() => this.#send(key === "ArrowUp" ? "StepUp" : "StepDown", { count: 1 }));
    } else if (this.#pending.length && !this.#expected()) {
      // The text that the input shows is not the one that the key is for.
      const unit = { ArrowLeft: "character", ArrowRight: "character", Home: "line", End: "line" }[key];
      if (!unit) return;
      const isBack = key === "Home" || (key === "ArrowLeft") !== (getComputedStyle(this.#input).direction === "rtl" && key !== "End");
      press(() => this.#send("MoveCaret", { unit: isCommand ? "word" : unit, count: isBack ? -1 : 1, extend: shiftKey }));
    }
  }

  get #steps() {
    return this.#field.Display === "slider" || STEPPED.has(this.#field.Keyboard?.purpose);
  }

  #paste(event) {
    const text = event.clipboardData?.getData("text/plain").replaceAll("\0", "");
    if (text === undefined) return;
    event.preventDefault();
    this.#noteSelection();
    if (!text || this.#field.DisabledEditActions?.includes("paste")) return;
    if (this.#field.Secret) this.#insert(text.replace(/[\r\n]/g, ""));
    else this.#send("PerformEditAction", { action: "paste", text }, inserted(text));
    this.#show();
  }

  #cut(event) {
    event.preventDefault();
    if (!this.#copied(event, "cut")) return;
    this.#noteSelection();
    this.#send("PerformEditAction", { action: "cut", text: "" }, deleted("character", -1));
    this.#show();
  }

  #copy(event) {
    if (this.#field.Secret || this.#field.DisabledEditActions?.includes("copy")) event.preventDefault();
  }

  #copied(event, action) {
    const { value, selectionStart, selectionEnd } = this.#input;
    const field = this.#field;
    if (selectionStart === selectionEnd || field.Secret || field.DisabledEditActions?.includes(action)) return false;
    event.clipboardData?.setData("text/plain", value.slice(selectionStart, selectionEnd));
    return true;
  }

  #drop(event) {
    const text = event.dataTransfer?.getData("text/plain");
    event.preventDefault();
    if (!text || this.#field.DisabledEditActions?.includes("paste")) return;
    this.#input.focus();
    this.#insert(text);
  }

  #blur() {
    if (this.#composing) this.#composed();
    if (!this.#pending.length) this.#show();
  }

  // --- The selection

  #selectionChanged() {
    if (this.#hasFocus && !this.#composing) this.#noteSelection();
  }

  /** Tells the daemon where the user has put the caret. */
  #noteSelection() {
    const { selectionStart, selectionEnd, value } = this.#input;
    const shown = this.#shown;
    if (value !== shown.text || (selectionStart === shown.start && selectionEnd === shown.end)) return;
    [shown.start, shown.end] = [selectionStart, selectionEnd];
    const start = pointsBefore(value, selectionStart);
    const length = pointsBefore(value, selectionEnd) - start;
    this.#send("Select", { start, length }, selected(start, length));
  }

  // --- Compositions

  #compositionBegan() {
    const { value, selectionStart, selectionEnd } = this.#input;
    const caret = selectionStart === selectionEnd ? pointsBefore(value, selectionStart) : -1;
    this.#composing = { text: value, sent: value, caret };
  }

  /** Shows others what an input method composes. It becomes a part of the text at the end. */
  #compose(change) {
    if (change && change.removed) return;
    const text = change?.inserted ?? "";
    this.#session.send("SetComposition", { text, caret: [...text].length }, this.#name);
  }

  #composed() {
    const composing = this.#composing;
    const { text, sent } = composing;
    this.#composing = null;
    const before = COMPOSES_WORDS ? sent : text;
    const change = replacement(before, this.#input.value, pointsBefore(this.#input.value, this.#input.selectionStart));
    if (change) this.#replace(change, before, COMPOSES_WORDS ? composing : null);
    else if (!COMPOSES_WORDS) this.#session.send("SetComposition", { text: "", caret: 0 }, this.#name);
    // The input shows what was composed until the daemon has answered.
    if (change) this.#shown.text = this.#input.value;
    else this.#show();
  }
}

// A followed session: a copy of its state, which only the daemon changes, and operations that are sent without waiting.

import { Binding } from "./binding.js";
import { FormError, Wire } from "./wire.js";

/** Operations after which another field may have the focus: keys behind them go to whichever has it then. */
const FOCUS_MOVES = new Set(["PressReturn", "FocusNext", "FocusPrevious", "FocusField", "NextPage", "PreviousPage", "Undo", "Redo"]);

/**
 * Events: `change` (detail: `{changes, added, removed, events}`) after each transaction, `signal`, `refused` (detail: a
 * FormError) for an operation that nobody waits for, `status` (detail: `connected`, `disconnected`, `lost`, `failed`,
 * `resumed`, `reopened`), `answered` (detail: the operation's name), and `closed` (detail: the reason).
 */
export class Session extends EventTarget {
  #wire;
  #form;
  #options;
  /** The name of this page towards the gateway, so that it recognizes it after an interruption. */
  #page = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  #number = 0;
  /** Operations without an answer, by number: `{frame, isSent, resolve, reject}`. */
  #unanswered = new Map();
  #isFollowing = false;
  #opening = null;

  /** The key with which a page that is loaded again continues the session. */
  key = null;
  revision = 0;
  /** The session's properties by their names in the contract. */
  properties = {};
  /** The fields' properties by field, in the form's order. */
  fields = new Map();
  /** The front end's own texts, in the session's language. */
  words = {};
  /** The ranges of sliders and the formats of dates by field: `{least, most, step, format}`. */
  formats = {};
  /** Why the session has ended; null while it has not. */
  closed = null;

  constructor(form, options, base, using) {
    super();
    this.#form = form;
    this.#options = options;
    this.#wire = new Wire(base, using, {
      onopen: () => this.#begin(),
      onmessage: (message) => this.#take(message),
      onfailed: (error) => this.#failed(error),
      onlost: (reason) => {
        if (this.closed !== null) return;
        this.#isFollowing = false;
        if (reason === "replaced") this.#end("replaced");
        else this.#tell("status", "disconnected");
      },
    });
  }

  /** Opens the session, or continues the one of a key. Resolves when the state is there. */
  open(key = null) {
    this.key = key;
    const opening = new Promise((resolve, reject) => (this.#opening = { resolve, reject }));
    this.#wire.connect();
    return opening;
  }

  get(field) {
    return this.fields.get(field);
  }

  /** Makes an input of a page's own show a field and send what is done in it, until `release` is called. */
  bind(field, input) {
    if (!this.fields.has(field)) throw new RangeError(`the form has no field ${field}`);
    return new Binding(this, field, input);
  }

  /** The focused field's name, or null. */
  get focusedField() {
    return this.properties.FocusedField || null;
  }

  // --- Operations

  /** Performs an operation and waits for the values of its reply, by their names in the contract. */
  call(method, args = {}, field = undefined) {
    return new Promise((resolve, reject) => {
      if (this.closed !== null) return reject(new FormError("UnknownSession", ""));
      const frame = { id: ++this.#number, call: method };
      if (field !== undefined) frame.field = field;
      if (Object.keys(args).length) frame.arguments = args;
      this.#unanswered.set(frame.id, { frame, isSent: false, resolve, reject });
      if (this.#isFollowing) this.#send(this.#unanswered.get(frame.id));
    });
  }

  /** Performs an operation. What the daemon refuses is told with the event `refused`. */
  send(method, args = {}, field = undefined) {
    this.call(method, args, field).catch((error) => this.#tell("refused", error));
  }

  /** Where a key for a field goes: to the field, or to the one that has the focus once what was sent has moved it. */
  target(field) {
    for (const { frame } of this.#unanswered.values()) if (FOCUS_MOVES.has(frame.call)) return "";
    return field;
  }

  /** Whether an operation that gives a field the focus has no answer yet. */
  get isMovingFocus() {
    for (const { frame } of this.#unanswered.values()) if (frame.call === "Focus" || FOCUS_MOVES.has(frame.call)) return true;
    return false;
  }

  async setLanguage(locale) {
    const { words } = await this.call("Set", { property: "Locale", value: locale });
    if (words) this.words = words;
    this.#tell("change", { changes: {}, added: [], removed: [], events: [] });
  }

  /** Gives the session up without closing it. */
  disconnect() {
    this.#wire.close();
    this.#end("left");
  }

  #send(entry) {
    entry.isSent = true;
    this.#wire.send(entry.frame);
  }

  // --- Following

  #begin() {
    const id = ++this.#number;
    const frame = this.key
      ? { id, call: "Follow", session: this.key, since: this.revision, page: this.#page }
      : { id, call: "OpenSession", form: this.#form, options: this.#options, page: this.#page };
    this.#opening ??= {};
    this.#opening.id = id;
    this.#wire.send(frame);
  }

  #failed(error) {
    // A gateway that refuses the first connection would refuse the next.
    if (!(error instanceof FormError) || !this.#opening?.reject) return this.#tell("status", "failed", error);
    this.#wire.close();
    this.#opening.reject(error);
    this.#end("refused");
  }

  #take(message) {
    if ("id" in message) return message.id === this.#opening?.id ? this.#begun(message) : this.#answered(message);
    if ("changed" in message) return this.#changed(message.changed);
    if ("signal" in message) return this.#tell("signal", message.signal);
    if ("status" in message) return this.#tell("status", message.status, message);
    if ("closed" in message) {
      this.#wire.close();
      this.#end(message.closed);
    }
  }

  #begun({ result, error }) {
    const { resolve, reject } = this.#opening;
    this.#opening = null;
    // A gateway that has reached its limits, or does not reach the daemon, may continue the session later.
    if (error && !reject && error.name !== "UnknownSession") return this.#wire.again();
    if (error) {
      const failure = new FormError(error.name, error.message);
      // The session that was to be continued is gone, or none can be opened.
      this.#wire.close();
      if (reject) reject(failure);
      return this.#end(error.name === "UnknownSession" ? "unreachable" : "refused");
    }
    const isFirst = this.revision === 0;
    this.key = result.session;
    this.words = result.words;
    this.#changed(result);
    this.#isFollowing = true;
    this.#sendAgain(result.last);
    if (isFirst) resolve?.(this);
    this.#tell("status", "connected");
  }

  /** Sends what the gateway has not seen. A key must not be typed twice: what it has seen, or may have, is not repeated. */
  #sendAgain(last) {
    for (const [number, entry] of [...this.#unanswered]) {
      if (entry.isSent && (last === null || number <= last)) {
        this.#unanswered.delete(number);
        entry.reject(new FormError("Disconnected", this.words.unreachable ?? ""));
      } else {
        this.#send(entry);
      }
    }
  }

  #answered({ id, result, error }) {
    const entry = this.#unanswered.get(id);
    if (!entry) return;
    this.#unanswered.delete(id);
    if (error) entry.reject(new FormError(error.name, error.message));
    else entry.resolve(result);
    this.#tell("answered", entry.frame.call);
  }

  #changed({ revision, changes, removed = [], events = [], formats = {} }) {
    this.revision = revision;
    Object.assign(this.formats, formats);
    const added = [];
    for (const [name, properties] of Object.entries(changes)) {
      if (name === "") Object.assign(this.properties, properties);
      else if (this.fields.has(name)) Object.assign(this.fields.get(name), properties);
      else {
        added.push(name);
        this.fields.set(name, properties);
      }
    }
    for (const name of removed) if (!added.includes(name)) this.fields.delete(name);
    const order = changes[""]?.Fields;
    if (order) {
      const known = this.fields;
      this.fields = new Map(order.filter((name) => known.has(name)).map((name) => [name, known.get(name)]));
    }
    this.#tell("change", { changes, added, removed, events });
  }

  #end(reason) {
    if (this.closed !== null) return;
    this.closed = reason;
    for (const { reject } of this.#unanswered.values()) reject(new FormError("UnknownSession", ""));
    this.#unanswered.clear();
    this.#tell("closed", reason);
  }

  #tell(type, detail, more = undefined) {
    this.dispatchEvent(Object.assign(new CustomEvent(type, { detail }), { more }));
  }
}

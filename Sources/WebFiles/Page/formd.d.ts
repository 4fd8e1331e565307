/** An answer that is an error: `name` is the contract's, such as `NotValid`; the message is written for users. */
export class FormError extends Error {}

export interface Options {
  /** A BCP 47 tag. */
  lang?: string;
  /** The key of a session that is to be continued, as after a reload. If it is gone, a new one is opened. */
  key?: string;
  /** 0.5 to 4. */
  textScale?: number;
  colorScheme?: "dark" | "light";
  /** The address of the gateway; by default where this module comes from. */
  url?: string | URL;
  fetch?: typeof globalThis.fetch;
  WebSocket?: typeof globalThis.WebSocket;
}

/** The properties of an object by their names in the contract org.formd.Forms1, in JSON. */
export type Properties = Record<string, unknown>;

export interface FieldProperties extends Properties {
  Id: string;
  Type: "text" | "textView" | "note";
  Label: string;
  /** The text as it is shown; bullets for a secret. */
  Text: string;
  Value: string;
  /** Start and length, in code points. */
  Selection: [number, number];
  Caret: number;
  Valid: boolean;
  Visible: boolean;
  Enabled: boolean;
  Focused: boolean;
  Required: boolean;
  Secret: boolean;
  HintText: string;
  HintVisible: boolean;
  Options: string[];
  SelectedOption: number;
  SelectedOptions: number[];
}

export interface Change {
  /** The new values by field; those of the session are at "". */
  changes: Record<string, Properties>;
  added: string[];
  removed: string[];
  events: Array<{ name: string; field?: string } & Properties>;
}

export interface Binding {
  /** Ends the binding; the input stays as it is. */
  release(): void;
  /** What an on-screen keyboard does: types a text at the caret, deletes the character before it, and presses Enter. */
  type(text: string): void;
  erase(): void;
  enter(): void;
  /** Whether the whole secret was typed here, so that it can be shown. */
  readonly knowsSecret: boolean;
}

interface SessionEvents {
  change: CustomEvent<Change>;
  signal: CustomEvent<{ name: string } & Properties>;
  refused: CustomEvent<FormError>;
  status: CustomEvent<"connected" | "disconnected" | "lost" | "failed" | "resumed" | "reopened">;
  /** The name of the operation that was answered. */
  answered: CustomEvent<string>;
  /** The reason. */
  closed: CustomEvent<string>;
}

export class Session extends EventTarget {
  readonly key: string;
  readonly revision: number;
  readonly properties: Properties;
  readonly fields: Map<string, FieldProperties>;
  /** The front end's own texts, in the session's language. */
  readonly words: Record<string, string>;
  /** The ranges of sliders and the formats of dates. */
  readonly formats: Record<string, { least?: number; most?: number; step?: number; format?: string }>;
  /** Why the session has ended; null while it has not. */
  readonly closed: string | null;
  readonly focusedField: string | null;

  /** Opens the session, or continues the one of a key; `open` of this module does that. Resolves when the state is there. */
  open(key?: string | null): Promise<Session>;
  get(field: string): FieldProperties | undefined;
  /** Makes an input show a field and send what is done in it. Throws RangeError if the form has no such field. */
  bind(field: string, input: HTMLInputElement | HTMLTextAreaElement): Binding;
  /**
   * Performs a method of the session or, with `field`, of a field; "" is the field that has the focus then. Resolves with
   * the values of the reply by their names. Rejects with a FormError.
   */
  call(method: string, args?: Properties, field?: string): Promise<Properties>;
  /** The same without waiting; an error becomes the event `refused`. */
  send(method: string, args?: Properties, field?: string): void;
  /** Where a key for a field goes: to the field, or to "" while an operation that may move the focus has no answer yet. */
  target(field: string): string;
  /** Whether an operation that gives a field the focus has no answer yet. */
  readonly isMovingFocus: boolean;
  setLanguage(locale: string): Promise<void>;
  /** Gives the session up without closing it. */
  disconnect(): void;

  addEventListener<Name extends keyof SessionEvents>(
    type: Name,
    listener: (event: SessionEvents[Name]) => void,
    options?: AddEventListenerOptions | boolean,
  ): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject | null, options?: AddEventListenerOptions | boolean): void;
}

/** Opens a session of a form; resolves when its state is there. Rejects with a FormError. */
export function open(form: string, options?: Options): Promise<Session>;

export type Item =
  | { kind: "field" | "note" | "end"; id: string; name: string; span?: number }
  | { kind: "grid"; id: string; names: string[] }
  | { kind: "section" | "review"; id: string; title: string; level: number }
  | { kind: "row"; id: string; title: string; group: string; row: number; canRemove: boolean; level: number }
  | { kind: "addRow"; id: string; group: string; title: string };

/** The elements of the page that is shown, from top to bottom. */
export function outline(session: Session): Item[];

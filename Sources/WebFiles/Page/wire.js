// The connection of a page to its gateway: a WebSocket that is made again when it breaks. See the article "The wire".

const VERSION = "formd.1";
const FIRST_PAUSE = 200, LONGEST_PAUSE = 5000;

/** An answer that is an error. `name` is the contract's: `NotValid`, `Disabled`, … The message is written for users. */
export class FormError extends Error {
  constructor(name, message) {
    super(message);
    this.name = name;
  }
}

export class Wire {
  #base;
  #using;
  #socket = null;
  #pause = FIRST_PAUSE;
  #timer = null;
  #isClosed = false;

  /** Called with `onopen()` when a connection is there, `onmessage(object)`, and `onlost()`. */
  constructor(base, using, handlers) {
    this.#base = base;
    this.#using = using;
    Object.assign(this, handlers);
  }

  get isOpen() {
    return this.#socket?.readyState === 1;
  }

  /** Connects, and goes on trying. */
  async connect() {
    clearTimeout(this.#timer);
    if (this.#isClosed || this.#socket) return;
    try {
      const { fetch, WebSocket } = this.#using;
      this.#socket = "connecting";
      const answer = await fetch(new URL("token", this.#base), { method: "POST", cache: "no-store" });
      if (!answer.ok) throw new FormError("AccessDenied", (await answer.text()).trim());
      const token = (await answer.text()).trim();
      if (this.#isClosed) return;
      const address = new URL("socket", this.#base);
      address.protocol = address.protocol.replace("http", "ws");
      this.#serve(new WebSocket(address, [VERSION, `token.${token}`]));
    } catch (error) {
      this.#socket = null;
      this.onfailed?.(error);
      this.#retry();
    }
  }

  #serve(socket) {
    this.#socket = socket;
    socket.onopen = () => {
      this.#pause = FIRST_PAUSE;
      this.onopen();
    };
    socket.onmessage = ({ data }) => this.onmessage(JSON.parse(data));
    socket.onclose = ({ reason }) => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      // Another page, or another tab, has taken the place of this one.
      if (reason === "replaced") this.#isClosed = true;
      this.onlost(reason);
      this.#retry();
    };
  }

  #retry() {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => this.connect(), this.#pause);
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
  }

  send(object) {
    if (this.isOpen) this.#socket.send(JSON.stringify(object));
  }

  /** Connects anew, after the longest pause. */
  again() {
    this.#pause = LONGEST_PAUSE;
    this.#socket?.close();
  }

  close() {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    if (this.#socket?.close) this.#socket.close();
  }
}

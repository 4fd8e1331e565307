// What a browser has and node 18 lacks: a WebSocket, as much of it as formd.js uses.

import { randomBytes } from "node:crypto";
import { request } from "node:http";

export class NodeSocket {
  readyState = 0;
  #socket = null;
  #unread = Buffer.alloc(0);

  constructor(url, protocols) {
    const { hostname, port, pathname } = new URL(url);
    const origin = `http://${hostname}:${port}`;
    const headers = {
      Connection: "Upgrade", Upgrade: "websocket", Origin: origin, "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": randomBytes(16).toString("base64"), "Sec-WebSocket-Protocol": protocols.join(", "),
    };
    const asked = request({ hostname, port, path: pathname, headers });
    asked.on("upgrade", (_, socket, head) => {
      this.#socket = socket;
      this.readyState = 1;
      socket.setNoDelay(true);
      socket.on("data", (data) => this.#read(data));
      socket.on("close", () => this.#closed());
      socket.on("error", () => {});
      this.onopen?.();
      this.#read(head);
    });
    asked.on("response", () => this.#closed());
    asked.on("error", () => this.#closed());
    asked.end();
  }

  send(text) {
    this.#write(1, Buffer.from(text));
  }

  close() {
    this.#write(8, Buffer.alloc(0));
    this.#socket?.end();
  }

  #write(opcode, data) {
    if (!this.#socket?.writable) return;
    const length = data.length < 126 ? [data.length | 128] : data.length < 65536 ? [254, data.length >> 8, data.length & 255] : null;
    const header = Buffer.from([128 | opcode, ...(length ?? [255])]);
    const long = Buffer.alloc(length ? 0 : 8);
    if (!length) long.writeBigUInt64BE(BigInt(data.length));
    // A mask of zeros is a mask.
    this.#socket.write(Buffer.concat([header, long, Buffer.alloc(4), data]));
  }

  #read(data) {
    this.#unread = Buffer.concat([this.#unread, data]);
    while (this.#unread.length >= 2) {
      const [first, second] = this.#unread;
      const short = second & 127;
      const start = short === 126 ? 4 : short === 127 ? 10 : 2;
      if (this.#unread.length < start) return;
      const length = short === 126 ? this.#unread.readUInt16BE(2) : short === 127 ? Number(this.#unread.readBigUInt64BE(2)) : short;
      if (this.#unread.length < start + length) return;
      const body = this.#unread.subarray(start, start + length);
      this.#unread = this.#unread.subarray(start + length);
      if ((first & 15) === 1) this.onmessage?.({ data: body.toString() });
      if ((first & 15) === 9) this.#write(10, body);
      if ((first & 15) === 8) this.#reason = body.subarray(2).toString();
    }
  }

  #reason = "";

  #closed() {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.({ reason: this.#reason });
  }
}

/** `fetch` with the origin that a browser would send. */
export const nodeFetch = (url, options) =>
  new Promise((resolve, reject) => {
    const { origin, hostname, port, pathname } = new URL(url);
    const asked = request({ hostname, port, path: pathname, method: options.method, headers: { Origin: origin } }, (answer) => {
      const parts = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () => {
        const text = Buffer.concat(parts).toString();
        resolve({ ok: answer.statusCode === 200, text: async () => text });
      });
    });
    asked.on("error", reject);
    asked.end();
  });

// A form in a terminal through a gateway, for the vectors for clients: front-end.mjs GATEWAY ADDRESS FORM

import { spawn } from "node:child_process";
import { webcrypto } from "node:crypto";
import { writeSync } from "node:fs";
import { open } from "../../../Sources/WebFiles/Page/formd.js";
import { NodeSocket, nodeFetch } from "./node-socket.mjs";
import { terminal } from "./terminal.mjs";

// What browsers have and node 18 lacks.
globalThis.crypto ??= webcrypto;
globalThis.CustomEvent ??= class extends Event {
  constructor(type, { detail }) {
    super(type);
    this.detail = detail;
  }
};

const [program, address, form] = process.argv.slice(2);
const say = (line) => writeSync(1, line + "\n");

// The player kills this program, and nothing of it may go on.
const command = ["--pdeathsig", "KILL", program, "--form", form, "--listen", "127.0.0.1:0", "--address", address];
const gateway = spawn("setpriv", command, { stdio: ["ignore", "ignore", "pipe"] });
const url = await new Promise((resolve, reject) => {
  let said = "";
  gateway.stderr.on("data", (data) => {
    said += data;
    const place = /http:\S+/.exec(said);
    if (place) resolve(place[0]);
  });
  gateway.on("exit", () => reject(new Error(said)));
});

try {
  const session = await open(form, { url, fetch: nodeFetch, WebSocket: NodeSocket });
  const { type, close } = terminal(session, say, (status) => process.exit(status));
  process.stdin.on("data", (data) => type(data.toString()));
  process.stdin.on("end", close);
} catch (error) {
  say(`! ${error.message}`);
  process.exit(1);
}

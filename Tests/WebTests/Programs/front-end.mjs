// A form in a terminal through a gateway, for the vectors for clients: front-end.mjs GATEWAY ADDRESS FORM

import { spawn } from "node:child_process";
import { webcrypto } from "node:crypto";
import { writeSync } from "node:fs";
import { open } from "../../../Sources/WebFiles/Page/formd.js";
import { NodeSocket, nodeFetch } from "./node-socket.mjs";

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

function draw() {
  const lines = ["\x1b[H\x1b[J" + session.properties.Title];
  for (const field of session.fields.values()) {
    if (!field.Visible) continue;
    const text = [...field.Text];
    if (field.Focused) text.splice(field.Caret, 0, "|");
    lines.push(`${field.Label}: ${text.join("")}`);
    if (field.HintVisible) lines.push(`    ${field.HintText}`);
  }
  say(lines.join("\n"));
}

const KEYS = {
  "\t": () => session.send("FocusNext"),
  "\r": () => session.send("PressReturn", {}, ""),
  "\n": () => session.send("PressReturn", {}, ""),
  "\x02": () => session.send("MoveCaret", { unit: "character", count: -1, extend: false }, ""),
  "\x06": () => session.send("MoveCaret", { unit: "character", count: 1, extend: false }, ""),
  "\x7f": () => session.send("Delete", { unit: "character", count: -1 }, ""),
  "\x17": () => session.send("Delete", { unit: "word", count: -1 }, ""),
  "\x13": async () => {
    try {
      const { values } = await session.call("Submit");
      for (const [name, value] of Object.entries(values)) say(`${name}=${value}`);
    } catch (error) {
      say(`! ${error.message}`);
    }
  },
};

let session;
try {
  session = await open(form, { url, fetch: nodeFetch, WebSocket: NodeSocket });
} catch (error) {
  say(`! ${error.message}`);
  process.exit(1);
}
draw();
session.send("FocusNext");
session.addEventListener("change", draw);
session.addEventListener("refused", ({ detail }) => say(`! ${detail.message}`));
session.addEventListener("status", ({ detail }) => detail === "failed" && say(`! ${session.words.unreachable}`));
session.addEventListener("closed", ({ detail }) => {
  say(`closed: ${detail}`);
  process.exit(0);
});
process.stdin.on("data", (data) => {
  for (const key of data.toString()) (KEYS[key] ?? (() => session.send("InsertText", { text: key }, "")))();
});
process.stdin.on("end", () => session.send("Close"));

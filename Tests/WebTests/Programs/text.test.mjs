import assert from "node:assert/strict";
import { test } from "node:test";
import { layers } from "../../../Sources/WebFiles/Page/layouts.js";
import { deleted, inserted, pointsBefore, replaced, replacement, unitsBefore } from "../../../Sources/WebFiles/Page/text.js";

test("offsets are in code points", () => {
  assert.equal(pointsBefore("a😀b", 3), 2);
  assert.equal(unitsBefore([..."a😀b"], 2), 3);
});

test("a replacement is the smallest, and beside equal characters the caret decides", () => {
  assert.equal(replacement("a", "a"), null);
  assert.deepEqual(replacement("ab", "a😀b"), { start: 1, removed: 0, inserted: "😀" });
  assert.deepEqual(replacement("abc", "ac"), { start: 1, removed: 1, inserted: "" });
  assert.deepEqual(replacement("aa", "aaa", 1), { start: 0, removed: 0, inserted: "a" });
  assert.deepEqual(replacement("aa", "aaa", 3), { start: 2, removed: 0, inserted: "a" });
  assert.deepEqual(replacement("teh cat", "the cat", 3), { start: 1, removed: 2, inserted: "he" });
});

test("any replacement makes the one text of the other", () => {
  const random = (seed) => () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const next = random(38);
  const text = () => Array.from({ length: Math.floor(next() * 6) }, () => "ab😀"[Math.floor(next() * 2)]).join("");
  for (let round = 0; round < 500; round++) {
    const [before, after] = [text(), text()];
    const change = replacement(before, after, Math.floor(next() * 6));
    if (!change) continue;
    const points = [...before];
    points.splice(change.start, change.removed, ...change.inserted);
    assert.equal(points.join(""), after);
  }
});

test("what is known of operations is foretold, and nothing else", () => {
  const state = { points: [..."ab"], start: 1, end: 1 };
  assert.deepEqual(inserted("xy")(state), { points: [..."axyb"], start: 3, end: 3 });
  assert.deepEqual(deleted("character", -1)(state), { points: ["b"], start: 0, end: 0 });
  assert.deepEqual(deleted("word", -1, true)({ points: [..."•••"], start: 2, end: 2 }).points, ["•"]);
  assert.equal(deleted("word", -1)(state), null);
  assert.equal(deleted("character", -1)({ points: [..."e\u0301"], start: 2, end: 2 }), null);
  assert.equal(replaced(1, 5, "x")(state), null);
});

test("the keyboard has the keys of the purpose and the language", () => {
  assert.deepEqual(Object.keys(layers("pin", "en")), ["pad"]);
  assert.ok(layers("decimal", "de").pad.at(-1).includes(","));
  assert.deepEqual(Object.keys(layers("text", "ru")), ["letters", "latin", "symbols"]);
  assert.equal(Object.keys(layers("email", "ru"))[0], "latin");
  assert.ok(layers("email", "en").letters.flat().includes("@"));
});

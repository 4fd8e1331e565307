// A form in a terminal, for the vectors for clients, in node and in a browser.

/** Shows a session as lines. `end` is called with the program's status. */
export function terminal(session, say, end) {
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

  draw();
  session.send("FocusNext");
  session.addEventListener("change", draw);
  session.addEventListener("refused", ({ detail }) => say(`! ${detail.message}`));
  session.addEventListener("status", ({ detail }) => detail === "failed" && say(`! ${session.words.unreachable}`));
  session.addEventListener("closed", ({ detail }) => {
    say(`closed: ${detail}`);
    end(0);
  });
  return {
    type: (keys) => {
      for (const key of keys) (KEYS[key] ?? (() => session.send("InsertText", { text: key }, "")))();
    },
    close: () => session.send("Close"),
  };
}

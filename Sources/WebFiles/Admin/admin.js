// The view for administrators: draws the gateway's report once a second.

const SPAN = 300;
const byId = (id) => document.getElementById(id);

function table(id, heads, rows, none) {
  const cell = (tag, text) => Object.assign(document.createElement(tag), { textContent: typeof text === "number" ? text.toLocaleString("en") : text });
  const row = (tag, cells) => {
    const element = document.createElement("tr");
    element.append(...cells.map((text) => cell(tag, text)));
    return element;
  };
  const [head, body] = [document.createElement("thead"), document.createElement("tbody")];
  head.append(row("th", heads));
  for (const element of head.querySelectorAll("th")) element.scope = "col";
  body.append(...(rows.length ? rows.map((cells) => row("td", cells)) : [row("td", [none])]));
  byId(id).replaceChildren(head, body);
}

/** A line through the seconds; it is broken where nothing happened. */
function line(seconds, now, most, value) {
  let path = "", last = null;
  for (const second of seconds) {
    const [x, y] = [SPAN - (now - second[0]), 100 - (96 * second[value]) / most];
    path += `${last === second[0] - 1 ? "L" : "M"}${x} ${y.toFixed(2)}h1`;
    last = second[0];
  }
  return path;
}

const milliseconds = (number) => `${number < 10 ? number.toFixed(1) : Math.round(number)} ms`;

function draw({ second, isReachable, sessionCount, limits, sessions, plugins, latency }) {
  byId("state").textContent = `${isReachable ? "" : "formd is out of reach. "}Sessions: ${sessionCount}`;
  byId("state").className = isReachable ? "" : "failed";
  const most = Math.max(1, ...latency.map(([, , , p99]) => p99));
  byId("p50").setAttribute("d", line(latency, second, most, 2));
  byId("p99").setAttribute("d", line(latency, second, most, 3));
  byId("scale").textContent = `the height is ${milliseconds(most)}`;
  const last = latency.at(-1);
  byId("latency-now").textContent = last && last[0] >= second - 2
    ? `${last[1]} operations a second, median ${milliseconds(last[2])}, 99 of 100 within ${milliseconds(last[3])}, longest ${milliseconds(last[4])}`
    : "no operation at present";
  table("limits", ["what", "used", "limit"], limits, "");
  table("plugins", ["name", "version", "state", "starts", "questions", "answers", "pending"], plugins.map(Object.values), "none");
  table("sessions", ["number", "form", "pages", "operations", "unanswered", "seconds since the last"], sessions.map(Object.values), "none");
}

async function refresh() {
  try {
    const answer = await fetch("report", { cache: "no-store" });
    draw(await answer.json());
  } catch {
    byId("state").textContent = "The gateway is out of reach.";
    byId("state").className = "failed";
  }
  setTimeout(refresh, 1000);
}

refresh();

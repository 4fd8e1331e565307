// Elements, made and kept in order.

/** Makes an element. Attributes that are false, null or undefined are left out; `on…` are event handlers. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else set(element, name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Sets or removes an attribute, where it differs. */
export function set(element, name, value) {
  if (value === false || value === null || value === undefined || value === "") {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else if (element.getAttribute(name) !== String(value === true ? "" : value)) {
    element.setAttribute(name, value === true ? "" : value);
  }
}

export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** What an input tells a screen reader of its field. */
export function describe(element, field, view) {
  set(element, "aria-describedby", field.HintVisible && field.HintText ? view.hintId : null);
  set(element, "aria-invalid", field.Valid ? null : "true");
  set(element, "aria-required", field.Required ? "true" : null);
}

/** Makes these the children of an element. What is in place already is not touched, so that it keeps the focus. */
export function arrange(parent, children) {
  const wanted = new Set(children);
  for (const child of [...parent.childNodes]) if (!wanted.has(child)) child.remove();
  let next = parent.firstChild;
  for (const child of children) {
    if (child === next) next = next.nextSibling;
    else parent.insertBefore(child, next);
  }
}

/** The nodes of a text with the daemon's markup: `[part, start, length, style, address]`, in code points. */
export function marked(text, markup = [], part = "text") {
  const points = [...text];
  const runs = markup.filter(([of]) => of === part).map(([, start, length, style, address]) => ({ start, end: start + length, style, address }));
  return nodes(points, runs, 0, points.length);
}

const TAGS = { strong: "strong", emphasis: "em", code: "code", item: "li", link: "a" };

function nodes(points, runs, from, to) {
  const result = [];
  let at = from;
  const outer = runs.filter(({ start, end }) => start >= from && end <= to).sort((one, other) => one.start - other.start || other.end - one.end);
  while (outer.length) {
    const run = outer.shift();
    if (run.start < at) continue;
    if (run.start > at) result.push(points.slice(at, run.start).join(""));
    if (TAGS[run.style]) {
      const inner = runs.filter((other) => other !== run);
      const element = make(TAGS[run.style], {}, ...nodes(points, inner, run.start, run.end));
      if (run.style === "link" && /^(https?|mailto|tel):/i.test(run.address)) {
        set(element, "href", run.address);
        set(element, "rel", "noreferrer");
      }
      if (run.style !== "item") result.push(element);
      else {
        // Items with nothing but a line break between them are one list.
        if (result.at(-1) === "\n" && result.at(-2)?.localName === "ul") result.pop();
        if (result.at(-1)?.localName !== "ul") result.push(make("ul"));
        result.at(-1).append(element);
      }
    }
    at = Math.max(at, run.end);
  }
  if (at < to) result.push(points.slice(at, to).join(""));
  return result;
}

// Texts as the daemon counts them: in code points, where JavaScript counts UTF-16.

/** The number of code points before an offset in UTF-16. */
export const pointsBefore = (text, units) => [...text.slice(0, units)].length;

/** The offset in UTF-16 behind a number of code points. */
export const unitsBefore = (points, count) => points.slice(0, count).join("").length;

/**
 * The one replacement that makes one text of another, in code points: `{start, removed, inserted}`. Null if they are equal.
 * `caret` is where the caret is behind it: of equal characters beside one another, the one before it was typed.
 */
export function replacement(before, after, caret) {
  if (before === after) return null;
  const [old, now] = [[...before], [...after]];
  const kept = Math.min(old.length, now.length);
  const most = caret === undefined ? kept : Math.min(kept, Math.max(caret - Math.max(now.length - old.length, 0), 0));
  let start = 0;
  while (start < most && old[start] === now[start]) start++;
  let end = 0;
  while (end < kept - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  return { start, removed: old.length - start - end, inserted: now.slice(start, now.length - end).join("") };
}

// What an operation does to a text, as far as that can be known without the daemon: `{points, start, end}` with the
// selection in code points. Null means that only the daemon knows.

const spliced = ({ points }, start, end, inserted) => ({
  points: [...points.slice(0, start), ...inserted, ...points.slice(end)],
  start: start + inserted.length,
  end: start + inserted.length,
});

export const inserted = (text) => (state) => spliced(state, state.start, state.end, [...text]);

export const replaced = (start, length, text) => (state) =>
  start + length <= state.points.length ? spliced(state, start, start + length, [...text]) : null;

export const selected = (start, length) => (state) => ({ ...state, start, end: start + length });

/** `unit` is `character` or, in a secret, which is one word and one line, any other. */
export const deleted = (unit, count, isSecret) => (state) => {
  const { points, start, end } = state;
  if (start !== end) return spliced(state, start, end, []);
  if (unit !== "character" && !isSecret) return null;
  const distance = unit === "character" ? Math.abs(count) : points.length;
  const [from, to] = count < 0 ? [Math.max(start - distance, 0), start] : [start, Math.min(start + distance, points.length)];
  // A character is a grapheme cluster, of which only the daemon knows the borders unless it is plain.
  if (!isSecret && points.slice(from, to).some((point) => point > "\u02ff")) return null;
  return spliced(state, from, to, []);
};

// The elements of the page that is shown, from top to bottom, from the session's properties.

/** With more options than these, a list is always a menu; with fewer, it is one only if the form wants that. */
const MOST_LISTED = 12, MOST_LISTED_UNASKED = 6;

/** The kind of control that shows a field. */
export function face(field) {
  if (field.Type === "note") return "note";
  if (field.Computed) return "computed";
  if (field.Type === "textView") return "area";
  if (field.Input === "toggle") return "toggle";
  if (field.Input === "date") return "date";
  if (field.Input !== "options") return field.Display === "slider" ? "slider" : "text";
  if (field.OptionCount > MOST_LISTED) return "menu";
  if (field.Display === "rating") return field.Multiple ? "buttons" : "rating";
  if (["list", "buttons", "grid", "menu"].includes(field.Display)) return field.Display;
  return field.OptionCount <= MOST_LISTED_UNASKED ? "list" : "menu";
}

const sameOptions = (one, other) => one.Options.length === other.Options.length && one.Options.every((label, at) => label === other.Options[at]);

/**
 * A list of `{kind, …}`: `field` (name, span), `grid` (names), `note` (name), `section` (id, title, level), `row` (id, title,
 * level, group, row, canRemove), `addRow` (group, title), `review` (title), `end` (name).
 */
export function outline(session) {
  const { Structure = [], Pages = [], Page = 0, Groups = [] } = session.properties;
  const isOnPage = (element) => !Pages.length || element.page === Page;
  const items = [];
  const groups = [];
  /** The sections and rows around an element, with their levels as headings; the title of the form is the first. */
  const headings = [];

  const closeGroup = () => {
    const group = groups.pop();
    if (group.canAdd && isOnPage(group)) items.push({ kind: "addRow", id: group.id, group: group.id, title: group.title ?? "" });
  };
  /** Whether a section or a row contains something that is shown on the page. */
  const isShown = (index) => {
    for (let at = index + 1; at < Structure.length && Structure[at].depth > Structure[index].depth; at++) {
      const element = Structure[at];
      if (!element.visible || !isOnPage(element)) continue;
      if (["field", "note"].includes(element.kind) || (element.kind === "group" && element.canAdd)) return true;
    }
    return false;
  };

  const levelOf = (depth) => {
    while (headings.length && headings.at(-1).depth >= depth) headings.pop();
    headings.push({ depth, level: Math.min((headings.at(-1)?.level ?? 1) + 1, 6) });
    return headings.at(-1).level;
  };

  Structure.forEach((element, index) => {
    if (!element.visible) return;
    while (groups.length && element.depth <= groups.at(-1).depth) closeGroup();
    const { kind, id, title = "", depth } = element;
    if (kind === "field" && isOnPage(element) && session.get(id)) {
      const last = items.at(-1);
      const field = session.get(id);
      if (face(field) !== "grid") items.push({ kind, id, name: id, span: element.span || 12 });
      else if (last?.kind === "grid" && sameOptions(session.get(last.names[0]), field)) last.names.push(id);
      else items.push({ kind: "grid", id: `${id} grid`, names: [id] });
    } else if ((kind === "note" || kind === "end") && isOnPage(element) && session.get(id)) {
      items.push({ kind, id, name: id });
    } else if (kind === "section" && isShown(index)) items.push({ kind, id, title, level: levelOf(depth) });
    else if (kind === "group") groups.push(element);
    else if (kind === "row" && isShown(index)) {
      const group = groups.at(-1);
      const row = Number(id.slice(group.id.length + 1));
      items.push({ kind, id, title: titleOfRow(title, group, row, Groups), group: group.id, row, canRemove: element.canRemove, level: levelOf(depth) });
    } else if (kind === "review" && isOnPage(element)) items.push({ kind, id: id || "review", title, level: 2 });
  });
  while (groups.length) closeGroup();
  return items;
}

/** Rows with the group's label as title get a number. */
function titleOfRow(title, group, row, groups) {
  const [, label, rows] = groups.find(([name]) => name === group.id) ?? [];
  return rows && label === title ? `${title} ${rows.indexOf(row) + 1}` : title;
}

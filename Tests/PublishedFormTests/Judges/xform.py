"""Writes what XPath says of an XForm after random answers: the facts that JudgeTests compares forms with.

    python3 xform.py XFORM [SEED [STEPS]] > FACTS

The XPath 1.0 of libxml2 (python3-lxml) evaluates the expressions, with the functions of ODK that are defined here after
https://getodk.github.io/xforms-spec/. Questions in repeats are left out, and so are expressions with dates and other
functions: the facts say nothing of them.
"""
import json
import random
import re
import sys
from lxml import etree

file, seed, steps = sys.argv[1], int((sys.argv[2:3] or ["1"])[0]), int((sys.argv[3:4] or ["40"])[0])
random.seed(seed)
source = open(file, encoding="utf-8").read()
root = etree.fromstring(source.encode())
XF, JR = "http://www.w3.org/2002/xforms", "http://openrosa.org/javarosa"
model = root.find(f".//{{{XF}}}model")
body = next(child for child in root if etree.QName(child).localname == "body")
instance = etree.fromstring(etree.tostring(model.find(f"{{{XF}}}instance")[0]))
for node in instance.iter():
    if isinstance(node.tag, str):
        node.tag = etree.QName(node).localname
    node.text = (node.text or "").strip()
etree.cleanup_namespaces(instance)


def text(value):
    if isinstance(value, list):
        return "" if not value else (value[0].text or "") if hasattr(value[0], "text") else str(value[0])
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return "NaN" if value != value else str(int(value)) if value == int(value) else repr(value)
    return str(value)


def truth(value):
    return bool(value) and value == value


def number(value):
    try:
        return float(text(value))
    except ValueError:
        return float("nan")


functions = etree.FunctionNamespace(None)
functions["selected"] = lambda _, list_, value: text(value) in text(list_).split()
functions["count-selected"] = lambda _, list_: float(len(text(list_).split()))
functions["if"] = lambda _, test, one, other: text(one) if truth(test) else text(other)
functions["coalesce"] = lambda _, one, other: text(one) or text(other)
functions["int"] = lambda _, value: float(int(number(value))) if number(value) == number(value) else float("nan")
functions["regex"] = lambda _, value, pattern: re.fullmatch(text(pattern), text(value)) is not None
functions["once"] = lambda _, value: text(value)
known = {
    "selected", "count-selected", "if", "coalesce", "int", "regex", "once", "true", "false", "not", "string", "concat", "string-length", "number", "sum", "contains", "starts-with", "floor"}

binds = {bind.get("nodeset"): bind for bind in model.findall(f"{{{XF}}}bind")}
paths = [path for path in binds if path and path.startswith("/")]
repeats = [node.get("nodeset") for node in body.iter(f"{{{XF}}}repeat")]


def find(path):
    found = instance.xpath(path)
    return found[0] if len(found) == 1 and hasattr(found[0], "text") else None


def is_row(path):
    return any(path == rows or path.startswith(rows + "/") for rows in repeats if rows)


def is_judged(expression):
    if re.search(r"[a-z-]+\s*\(", expression):
        names = {name for name in re.findall(r"([A-Za-z:][A-Za-z:-]*)\s*\(", expression) if name not in ("and", "or", "div")}
        if not names <= known:
            return False
    return not any(is_row(path) or binds[path].get("type", "").endswith(("date", "dateTime", "time")) for path in paths
                   if re.search(re.escape(path) + r"(?![\w/-])", expression))


def evaluate(path, expression):
    node = find(path)
    try:
        return None if node is None else node.xpath(expression)
    except etree.XPathError:
        return None


controls = {}
for control in body.iter(*[f"{{{XF}}}{name}" for name in ("input", "select1", "select", "textarea")]):
    path = control.get("ref") or control.get("bind") or ""
    if path.startswith("/") and not is_row(path) and find(path) is not None and path not in controls:
        controls[path] = control
names = {}
for path in list(controls) + paths:
    names.setdefault(path.split("/")[-1], set()).add(path)
single = {next(iter(found)): name for name, found in names.items() if len(found) == 1}


def ancestors(path):
    parts = path.split("/")
    return ["/".join(parts[:end]) for end in range(2, len(parts) + 1)]


unknown = {path for path in paths if any(
    bind.get(key) and not is_judged(bind.get(key)) for key in ("relevant", "calculate") for bind in [binds[path]])}
# What reads a value that is not known is not known itself.
while True:
    more = {path for path in set(paths) | set(controls) if path not in unknown and (
        any(outer in unknown for outer in ancestors(path)) or any(
            re.search(re.escape(read) + r"(?![\w/-])", binds[outer].get(key) or "")
            for outer in ancestors(path) if outer in binds for key in ("relevant", "calculate") for read in unknown))}
    if not more:
        break
    unknown |= more
answers = {path: find(path).text for path in controls}


def settle():
    """Works out relevance and calculations until nothing changes. Returns what is relevant."""
    relevant = {}
    for _ in range(20):
        before = etree.tostring(instance), dict(relevant)
        for path in paths:
            expression = binds[path].get("relevant")
            if expression and path not in unknown:
                relevant[path] = truth(evaluate(path, expression))
        for path in set(controls) | set(paths):
            node = find(path)
            if node is None or len(node):
                continue
            hidden = not all(relevant.get(outer, True) for outer in ancestors(path))
            calculation = binds[path].get("calculate") if path in binds else None
            if hidden:
                node.text = ""
            elif calculation and path not in unknown:
                node.text = text(evaluate(path, calculation))
            elif path in answers:
                node.text = answers[path]
        if before == (etree.tostring(instance), dict(relevant)):
            break
    return relevant


def record():
    relevant = settle()
    shown = [path for path in controls if path in single and path not in unknown]
    required = lambda path: binds[path].get("required") if path in binds else None
    return {
        "visible": [single[path] for path in shown if all(relevant.get(outer, True) for outer in ancestors(path))],
        "required": [single[path] for path in shown if required(path) and truth(evaluate(path, required(path)))],
        "values": {single[path]: find(path).text for path in paths if path in single and path not in unknown
                   and binds[path].get("calculate") and path not in controls and not is_row(path)},
    }


def answer(path):
    control, kind = controls[path], (binds[path].get("type") or "string").split(":")[-1] if path in binds else "string"
    name = etree.QName(control).localname
    values = [item.find(f"{{{XF}}}value").text for item in control.findall(f"{{{XF}}}item")]
    if name == "select1":
        value = random.choice(values) if values else None
        return value, value
    if name == "select":
        chosen = [value for value in values if random.random() < 0.5]
        return " ".join(chosen), json.dumps(chosen)
    if kind in ("int", "integer", "decimal"):
        value = str(random.randint(-2, 40))
        return value, value
    if kind == "string":
        value = random.choice(["", "x", "yes", "no", "7", "a b"])
        return value, value
    return None, None


facts = {"xform": source, "questions": {
    name: path for path, name in single.items() if path not in unknown and not is_row(path)}, "steps": [record()]}
for _ in range(steps):
    visible = [path for path in controls if path in single and single[path] in facts["steps"][-1]["visible"]
               and not (path in binds and (binds[path].get("readonly") or binds[path].get("calculate")))]
    if not visible:
        break
    path = random.choice(visible)
    value, given = answer(path)
    if value is None:
        continue
    answers[path] = value
    step = {"question": single[path], "text": given, **record()}
    constraint = binds[path].get("constraint") if path in binds else None
    if constraint and value and is_judged(constraint):
        step["isValid"] = truth(evaluate(path, constraint))
    facts["steps"].append(step)
json.dump(facts, sys.stdout, ensure_ascii=False)
print()

"""What a screen reader is told: by chromium's accessibility tree, and by the rules of axe-core in every state of a page."""
import pathlib
import subprocess

from browser import ROOT
from stage import expect, same

AXE = pathlib.Path(__file__).parent.parent / "fetch-axe"
RULES = """const done = arguments[0]; axe.run(document, {resultTypes: ['violations']}).then(({violations, passes}) => done([passes.length,
    violations.flatMap(({id, nodes}) => nodes.map((node) => `${id} at ${node.target.flat().join(' ')}: ${node.failureSummary}`))]))"""


def check(stage, state):
    """No rule of axe-core is broken."""
    if not stage.axe:
        script = subprocess.run([AXE], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
        type(stage).axe = pathlib.Path(script).read_text(encoding="utf-8")
    browser = stage.browser
    browser.run(stage.axe + "\nwindow.axe = axe;")
    count, broken = browser.call("POST", "/execute/async", {"script": RULES, "args": []})
    expect(count > 10 and not broken, f"{state}: {count} rules are kept; " + "\n".join(broken))


def rules(stage):
    """axe-core finds nothing in any state of a form: empty, with errors, an open list, a revealed secret, colours, directions, pages."""
    browser = stage.browser
    stage.begin("kinds")
    browser.until_settled()
    check(stage, "empty")
    browser.focus("secret")
    browser.keys("abc")
    browser.until_settled()
    browser.click("[data-field=secret] .inside")
    browser.until(f"return {browser.part('#f-secret')}.type === 'text'")
    check(stage, "a revealed secret")
    browser.focus("city")
    browser.until(f"return {ROOT}.querySelectorAll('#f-city-list [role=option]').length === 60")
    check(stage, "an open list")
    browser.focus("phone")
    browser.keys("91")
    browser.click(".main")
    browser.until(f"return {ROOT}.querySelectorAll('[aria-invalid=true]').length >= 2")
    check(stage, "errors")
    browser.devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    check(stage, "errors in the dark")
    browser.metrics(320, 800)
    browser.run("document.documentElement.style.fontSize = '200%'")
    check(stage, "errors on a narrow screen with large text")
    browser.run("document.documentElement.style.fontSize = ''")
    browser.devtools("Emulation.setEmulatedMedia", features=[])
    browser.metrics(800, 900)
    stage.begin("kinds", "&lang=ar")
    check(stage, "from right to left")
    stage.begin("presets")
    check(stage, "presets")
    stage.begin("order")
    for page in ["First", "Second", "Third"]:
        browser.until(f"return {browser.part('.progress')}.textContent.startsWith('{page}')")
        check(stage, page)
        for field in ["who", "items_1_what"]:
            if browser.run(f"return Boolean({browser.part('#f-' + field)})"):
                browser.focus(field)
                browser.keys("x")
                browser.until_settled()
        browser.click(".main")
    browser.until(f"return {ROOT}.querySelectorAll('.answer').length >= 2")
    check(stage, "the review")
    browser.click(".main")
    browser.until("return document.querySelector('formd-form').session.properties.State === 'submitted'")
    check(stage, "submitted")


TREE = """
heading 'Kinds'
textbox 'Name' 'Field must be filled' invalid=true required=True
textbox 'Phone' 'Enter the whole number' invalid=true required=False
textbox 'Secret' invalid=false required=False
textbox 'About' invalid=false required=False
textbox 'Count' 'Field must be filled' invalid=true required=True
radiogroup 'Colour' invalid=false required=False
  radio 'red' invalid=false checked=false
  radio 'green' invalid=false checked=true
  radio 'blue' invalid=false checked=false
group 'Tags' invalid=false
  checkbox 'a' invalid=false checked=true
  checkbox 'b' invalid=false checked=false
  checkbox 'c' invalid=false checked=false
radiogroup 'Stars' invalid=false required=False
  radio '1' invalid=false checked=false
  radio '2' invalid=false checked=false
  radio '3' invalid=false checked=false
  radio '4' invalid=false checked=false
  radio '5' invalid=false checked=false
combobox 'Place' invalid=false expanded=False
textbox 'Day' invalid=false required=False
button 'Choose: Day' invalid=false
slider 'Level' invalid=false
textbox 'Level' invalid=false required=False
combobox 'City' invalid=false required=False expanded=False
combobox 'Cities' invalid=false required=False expanded=False
status 'Cost' invalid=false
switch 'I agree' invalid=false checked=false
button 'Submit' invalid=false
"""


def tree(stage):
    """Names, descriptions, groups, and what is required, invalid and chosen, in chromium's accessibility tree."""
    stage.begin("kinds")
    browser = stage.browser
    browser.focus("phone")
    browser.keys("91")
    browser.click("#f-colour-1")
    browser.click("#f-tags-0")
    browser.click(".main")
    browser.until(f"return {ROOT}.querySelectorAll('[aria-invalid=true]').length >= 3 && {browser.part('#f-colour-1')}.checked && {browser.part('#f-tags-0')}.checked")
    found = browser.accessible()
    form = next(at for at, line in enumerate(found) if line.strip() == "form 'Kinds'")
    depth = len(found[form]) - len(found[form].lstrip()) + 2
    shown = [line[depth:] for line in found[form + 1:] if line[depth:].strip()]
    same("\n".join(line for line in shown if line.strip() != "status ''"), TREE.strip())


SCENARIOS = [rules, tree]

#!/usr/bin/python3
"""Uses forms in a real browser: scenarios.py PROGRAMS [SCENARIO...]. Prints a line for each scenario; ends with 1 if one
has failed. Needs chromium and chromium-driver."""
import json
import os
import pathlib
import sys
import tempfile
import traceback

from browser import ROOT, Browser, Failed
from services import Services

HERE = pathlib.Path(__file__).parent


def expect(condition, what):
    if not condition:
        raise Failed(what)


def same(found, wanted):
    expect(found == wanted, f"{found!r} instead of {wanted!r}")


class Stage:
    def __init__(self, browser, services):
        self.browser, self.services = browser, services

    def begin(self, form, query=""):
        """A new session of a form in the page."""
        browser = self.browser
        browser.open(self.services.url + "icon.svg")
        browser.run("sessionStorage.clear()")
        browser.open(f"{self.services.url}?form={form}{query}")
        browser.until(f"return {ROOT}?.querySelector('[data-field]') && document.title")

    def daemon(self, field, name="Text"):
        return self.browser.run("return document.querySelector('formd-form').session.get(arguments[0])[arguments[1]]", field, name)

    def hint(self, field):
        return self.browser.run(f"return {ROOT}.querySelector('#h-{field}').textContent")


# --- Typing

def keys(stage):
    """Keys appear as the daemon has them: a text, a mask with the caret in the middle, a limit."""
    stage.begin("kinds")
    browser = stage.browser
    browser.focus("name")
    browser.keys("Ada 😀é Lovelace")
    browser.until_value("name", "Ada 😀é Lovel")
    browser.focus("phone")
    browser.keys("912x3456789")
    browser.until_value("phone", "+7 (912) 345-67-89")
    browser.keys("Home", *["ArrowRight"] * 6, "Backspace")
    browser.until_settled()
    before = browser.value("phone")
    browser.keys("5")
    browser.until_settled()
    expect(browser.value("phone") == stage.daemon("phone") != before, browser.value("phone"))
    expect(browser.caret()[0] < len(browser.value("phone")), f"the caret is at the end: {browser.caret()}")
    browser.focus("about")
    browser.keys("one", "Enter", "two", "Control+ArrowLeft", "X")
    browser.until_value("about", "one\nXtwo")


def editing(stage):
    """Selections, deletions by word, undo and redo, paste and cut."""
    stage.begin("kinds")
    browser = stage.browser
    browser.focus("about")
    browser.keys("one two three")
    browser.keys("Control+Backspace")
    browser.until_value("about", "one two ")
    browser.keys("Control+a", "x")
    browser.until_value("about", "x")
    browser.keys("Control+z")
    browser.until_settled()
    expect(browser.value("about").startswith("one two"), browser.value("about"))
    browser.keys("Control+y")
    browser.until_value("about", "x")
    browser.paste("yz")
    browser.until_value("about", "xyz")
    browser.keys("Home", "Shift+ArrowRight", "Control+x")
    browser.until_value("about", "yz")
    browser.focus("phone")
    browser.paste("+7 912 345 67 89")
    browser.until_value("phone", "+7 (912) 345-67-89")
    same(browser.run("return document.querySelector('formd-form').session.get('phone').Value"), stage.daemon("phone", "Value"))


def composition(stage):
    """An input is not written to while an input method composes."""
    stage.begin("kinds")
    browser = stage.browser
    browser.focus("name")
    browser.keys("a")
    browser.until_value("name", "a")
    browser.compose("k", "か", "かn", "かん")
    browser.until_value("name", "aかん")
    browser.until_settled()
    same(stage.daemon("name"), "aかん")


def own_undo(stage):
    """What the browser changes by itself, as a password manager does, is compared and sent."""
    stage.begin("kinds")
    browser = stage.browser
    browser.focus("name")
    browser.run(f"const input = {ROOT}.querySelector('#f-name'); input.value = 'Filled in';"
                "input.dispatchEvent(new InputEvent('input', {bubbles: true, inputType: 'insertReplacementText'}))")
    browser.until_settled()
    same(stage.daemon("name"), "Filled in")


def secret(stage):
    """A secret goes to the daemon and does not come back; it is revealed from what was typed."""
    stage.begin("kinds")
    browser = stage.browser
    browser.focus("secret")
    browser.keys("abc12345")
    browser.until_settled()
    same(stage.daemon("secret"), "••••••••")
    same(browser.run(f"return {browser.part('#f-secret')}.type"), "password")
    browser.click("[data-field=secret] .inside")
    browser.until(f"return {browser.part('#f-secret')}.type === 'text'")
    same(browser.value("secret"), "abc12345")
    browser.focus("secret")
    browser.keys("End", "Backspace", "Backspace")
    browser.until_settled()
    same(browser.value("secret"), "abc123")
    answer = browser.call("POST", "/execute/async", {"script": "const done = arguments[0]; document.querySelector('formd-form').session"
                          ".call('Reveal', {}, 'secret').then(done, (error) => done(error.name))", "args": []})
    same(answer, "AccessDenied")


# --- Fields

def kinds(stage):
    """Every kind of field is filled in, and a condition shows another one."""
    stage.begin("kinds")
    browser = stage.browser
    browser.click("#f-colour-1")
    browser.click("#f-tags-0")
    browser.click("#f-tags-2")
    browser.run(f"{ROOT}.querySelector('#f-stars-3').click()")
    browser.run(f"const select = {ROOT}.querySelector('#f-place'); select.value = '2'; select.dispatchEvent(new Event('change'))")
    browser.run(f"const picker = {ROOT}.querySelector('.picker'); picker.value = '2026-02-28'; picker.dispatchEvent(new Event('change'))")
    browser.click("#f-agree")
    browser.until(f"return {browser.part('#f-more')} && true")
    browser.focus("count")
    browser.keys("41", "ArrowUp")
    browser.until_value("count", "42")
    browser.until_settled()
    values = [stage.daemon(name, "Value") for name in ["colour", "stars", "place", "day", "agree"]]
    same(values, ["green", "4", "P3", "2026-02-28", "true"])
    same(stage.daemon("tags", "SelectedOptions"), [0, 2])
    browser.until(f"return {browser.part('#f-colour-1')}.checked && {browser.part('#f-agree')}.checked && !{browser.part('#f-tags-1')}.checked")
    browser.click("#f-agree")
    browser.until(f"return !{browser.part('#f-more')}")


def keyboard(stage):
    """The form is filled in by the keyboard alone, and Enter goes on as the daemon says."""
    stage.begin("kinds")
    browser = stage.browser
    browser.focus("name")
    browser.keys("Ada", "Enter", "9123456789")
    browser.until_value("phone", "+7 (912) 345-67-89")
    same(browser.run(f"return {ROOT}.activeElement.id"), "f-phone")
    browser.keys("Tab", "pass", "Tab")
    browser.until_settled()
    browser.run(f"{ROOT}.querySelector('#f-stars-0').focus()")
    browser.keys("ArrowRight")
    browser.until_settled()
    expect(stage.daemon("stars", "Value") != "", "no star")


def errors(stage):
    """Errors come at the daemon's moments, are described and announced, and a refused submission leads to the first."""
    stage.begin("kinds")
    browser = stage.browser
    browser.focus("phone")
    browser.keys("91")
    browser.until_settled()
    same(stage.hint("phone"), "")
    browser.focus("about")
    browser.until(f"return {browser.part('#h-phone')}.textContent === 'Enter the whole number'")
    same(browser.run(f"const input = {browser.part('#f-phone')}; return [input.getAttribute('aria-invalid'), input.getAttribute('aria-describedby')]"), ["true", "h-phone"])
    expect("Enter the whole number" in browser.run(f"return {browser.part('.live')}.textContent"), "it was not announced")
    browser.click(".main")
    browser.until(f"return {ROOT}.activeElement.id === 'f-name'")
    tree = browser.accessible()
    expect(any(line.startswith("textbox 'Phone' 'Enter the whole number'") and "invalid=true" in line for line in tree), "\n".join(tree))


def pages(stage):
    """Pages, rows in rows, a table, the review, and the submission, whose values arrive at the gateway's output."""
    stage.begin("order")
    browser = stage.browser
    browser.click(".main")
    browser.until(f"return {ROOT}.activeElement?.id === 'f-who'")
    browser.keys("Ada")
    browser.click(".main")
    browser.until(f"return {browser.part('#f-items_1_what')} && true")
    browser.focus("items_1_what")
    browser.keys("tea")
    browser.run(f"[...{ROOT}.querySelectorAll('.elements button')].find((button) => button.textContent.includes('Part')).click()")
    browser.until(f"return {browser.part('#f-items_1_parts_1_size')} && true")
    browser.focus("items_1_parts_1_size")
    browser.keys("XL")
    browser.run(f"[...{ROOT}.querySelectorAll('.elements button')].find((button) => button.textContent.includes('Item')).click()")
    browser.until(f"return {browser.part('#f-items_2_what')} && true")
    browser.run(f"[...{ROOT}.querySelectorAll('.elements button')].find((button) => button.getAttribute('aria-label')?.includes('Item 2')).click()")
    browser.until(f"return !{browser.part('#f-items_2_what')}")
    browser.click(".main")
    browser.until(f"return {browser.part('#f-taste-1')} && true")
    browser.click("#f-taste-1")
    browser.until(f"return {browser.part('#f-taste-1')}.checked")
    browser.click(".main")
    browser.until(f"return {ROOT}.querySelectorAll('.answer').length >= 4")
    expect("XL" in browser.text(), browser.text())
    browser.run(f"{ROOT}.querySelector('.answer').click()")
    browser.until(f"return {ROOT}.activeElement?.id === 'f-who'")
    for _ in range(3):
        browser.until_settled()
        browser.click(".main")
        browser.until_settled()
    browser.until(f"return {ROOT}.querySelectorAll('.answer').length >= 4")
    before = len(stage.services.submitted())
    browser.click(".main")
    browser.until("return document.querySelector('formd-form').session.properties.State === 'submitted'")
    browser.until_settled()
    lines = stage.services.submitted()
    same(len(lines), before + 1)
    values = json.loads(lines[-1])["values"]
    same((values["who"], values["items"][0]["what"], values["items"][0]["parts"][0]["size"]), ("Ada", "tea", "XL"))


# --- The session

def reload(stage):
    """A page that is loaded again in the middle goes on, and a second page shows the same."""
    stage.begin("kinds")
    browser = stage.browser
    browser.focus("name")
    browser.keys("Ada")
    browser.until_value("name", "Ada")
    key = browser.run("return document.querySelector('formd-form').session.key")
    browser.open(f"{stage.services.url}?form=kinds")
    browser.until_value("name", "Ada")
    same(browser.run("return document.querySelector('formd-form').session.key"), key)
    script = """const [key, done] = arguments; import('/formd.js').then(async ({open}) => { const other = window.other = await open('kinds', {key});
        await other.call('FocusField', {field: 'name'}); await other.call('MoveCaret', {unit: 'text', count: 1, extend: false}, 'name');
        await other.call('InsertText', {text: '!'}, 'name'); done(other.key) })"""
    same(browser.call("POST", "/execute/async", {"script": script, "args": [key]}), key)
    browser.until_value("name", "Ada!")


def restart(stage):
    """The daemon and the gateway are killed and started again: keys go on, and what was filled in stays."""
    stage.begin("kinds")
    browser, services = stage.browser, stage.services
    browser.focus("name")
    browser.keys("Ada")
    browser.until_value("name", "Ada")
    browser.until_settled()
    services.kill(services.formd)
    browser.until(f"return !{browser.part('.notice')}.hidden")
    browser.keys("b")
    services.start_formd()
    browser.until_value("name", "Adab")
    browser.until(f"return {browser.part('.notice')}.hidden")
    services.kill(services.gateway)
    browser.until(f"return !{browser.part('.notice')}.hidden")
    browser.keys("c")
    services.start_gateway()
    browser.until_value("name", "Adabc")
    browser.until(f"return {browser.part('.notice')}.hidden")


def languages(stage):
    """The form follows the language of the page, from right to left where it is written so."""
    stage.begin("kinds", "&lang=ar")
    browser = stage.browser
    browser.until(f"return {ROOT}.querySelector('h1').textContent === 'أنواع'")
    same(browser.run(f"return getComputedStyle({ROOT}.querySelector('.form')).direction"), "rtl")
    browser.run("document.querySelector('formd-form').lang = 'ru'")
    browser.until(f"return {ROOT}.querySelector('h1').textContent === 'Виды'")
    same(browser.run(f"return getComputedStyle({ROOT}.querySelector('.form')).direction"), "ltr")


# --- The look

def sizes(stage):
    """At 320 px and with text twice as large nothing is cut off, and what is touched has 44 px."""
    stage.begin("kinds")
    browser = stage.browser
    for width, scale in [(320, 1), (640, 2), (320, 1.3)]:
        browser.metrics(width, 800)
        browser.run("document.documentElement.style.fontSize = arguments[0] * 100 + '%'", scale)
        wide = browser.run("return [document.documentElement.scrollWidth, innerWidth]")
        expect(wide[0] <= wide[1], f"{wide} at {width} px")
    browser.run("document.documentElement.style.fontSize = ''")
    small = browser.run(f"""return [...{ROOT}.querySelectorAll(`button, select, textarea, input:not(.picker):not([type=checkbox]):not([type=radio]),
        .choices label, .beside`)].filter((one) => one.offsetParent && one.getBoundingClientRect().height < 43.5).map((one) => one.outerHTML.slice(0, 80))""")
    same(small, [])
    browser.metrics(800, 900)


def wishes(stage):
    """The page follows the wish for dark colours and for less motion."""
    stage.begin("kinds")
    browser = stage.browser
    look = f"return [getComputedStyle({browser.part('#f-name')}).backgroundColor, getComputedStyle({browser.part('#f-agree')}, '::before').transitionDuration]"
    found = []
    for scheme, motion in [("light", "no-preference"), ("dark", "reduce")]:
        features = [{"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": motion}]
        browser.devtools("Emulation.setEmulatedMedia", features=features)
        found.append(browser.run(look))
    browser.devtools("Emulation.setEmulatedMedia", features=[])
    same(found, [["rgb(255, 255, 255)", "0.15s"], ["rgb(29, 29, 34)", "0s"]])


def own_markup(stage):
    """A page of somebody's own: an input that is bound, beside a form that the browser submits."""
    stage.begin("kinds")
    browser = stage.browser
    script = """const done = arguments[0]; import('/formd.js').then(async ({open}) => { const session = await open('kinds', {lang: 'ru'});
        const input = document.createElement('input'); input.id = 'mine'; document.body.prepend(input); session.bind('phone', input);
        window.mine = session; input.focus(); done(session.get('name').Label) })"""
    same(browser.call("POST", "/execute/async", {"script": script, "args": []}), "Имя")
    browser.keys("9123456789")
    browser.until("return document.querySelector('#mine').value === '+7 (912) 345-67-89'")


# --- The kiosk

def press(browser, *labels):
    """Touches keys of the on-screen keyboard."""
    for label in labels:
        browser.tap(*browser.until("""const key = [...document.querySelectorAll('.keyboard:not([hidden]) button')].find((one) => one.dataset.key === arguments[0]);
            const {x, y, width, height} = key?.getBoundingClientRect() ?? {}; return key && [x + width / 2, y + height / 2]""", label, what=f"the key {label}"))


def kiosk(stage):
    """A visitor chooses a language, types on the screen, is asked when idle, and leaves nothing behind."""
    browser, url = stage.browser, stage.services.url
    browser.metrics(800, 1100)
    browser.devtools("Emulation.setTouchEmulationEnabled", enabled=True)
    browser.open(url)
    choose = "const one = [...document.querySelectorAll('.attract button')].find((one) => one.lang === arguments[0]); one?.click(); return Boolean(one)"
    browser.until(choose, "ru")
    browser.until(f"return {ROOT}.querySelector('h1').textContent === 'Визит' && document.querySelector('.attract').hidden")
    first = browser.run("return document.querySelector('formd-form').session.key")
    browser.focus("name")
    press(browser, "А", "д", "а", "Shift", "Л", "Backspace", "Space", "м")
    browser.until_value("name", "Ада м")
    browser.focus("mail")
    press(browser, "a", "@", "letters", "б", "latin", "b", "symbols", "1")
    browser.until_value("mail", "a@бb1")
    browser.focus("pin")
    press(browser, "4", "7")
    browser.until_settled()
    same(stage.daemon("pin"), "••")
    small = browser.run("return [...document.querySelectorAll('.keyboard button')].filter((one) => one.offsetHeight < 44).length")
    same(small, 0)
    expect(not browser.run("return document.dispatchEvent(new MouseEvent('contextmenu', {cancelable: true, bubbles: true}))"), "a context menu opens")
    browser.until("return document.querySelector('dialog').open", what="the question")
    browser.run("document.querySelector('dialog button').click()")
    browser.until("return !document.querySelector('dialog').open")
    same(browser.value("name"), "Ада м")
    browser.until("return document.querySelector('dialog').open && document.querySelector('#rest').textContent", what="the question again")
    browser.until("const key = document.querySelector('formd-form').session?.key; return key && key !== arguments[0]", first, what="a new session")
    browser.until(choose, "en")
    browser.until(f"return {ROOT}.querySelector('h1').textContent === 'Visit'")
    kept = browser.call("POST", "/execute/async", {"script": """const done = arguments[0]; Promise.all([caches.keys(), indexedDB.databases()]).then(([stores, bases]) =>
        done([stores.length, bases.length, sessionStorage.length, localStorage.length, document.cookie,
              [...document.querySelector('formd-form').shadowRoot.querySelectorAll('input')].map((one) => one.value + one.autocomplete).join()]))""", "args": []})
    same(kept, [0, 0, 0, 0, "", "off,off,off"])
    browser.focus("name")
    press(browser, "E", "v", "e")
    browser.click(".main")
    browser.until(f"return {ROOT}.querySelector('.note')?.textContent === 'Thank you'")
    same(json.loads(stage.services.submitted()[-1])["values"]["name"], "Eve")
    browser.click(".main")
    browser.until("return !document.querySelector('.attract').hidden")


SCENARIOS = [keys, editing, composition, own_undo, secret, kinds, keyboard, errors, pages, reload, languages, sizes, wishes, own_markup, restart]


KIOSK = [kiosk]


def play(scenarios, programs, *options):
    """Plays scenarios one after the other. Returns whether one has failed."""
    has_failed = False
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        services = Services(programs, folder, *options, forms=str(HERE.parent / "Forms"), state=f"{folder}/state")
        browser = Browser(folder)
        try:
            for scenario in scenarios:
                try:
                    scenario(Stage(browser, services))
                    print(f"ok {scenario.__name__}", flush=True)
                except Exception as failure:
                    has_failed = True
                    trace = "".join(traceback.format_tb(failure.__traceback__)[-2:])
                    print(f"FAILED {scenario.__name__}: {scenario.__doc__}\n{failure}\n{trace}", flush=True)
        finally:
            browser.close()
            services.close()
    return has_failed


def main():
    programs, *names = sys.argv[1:]
    has_failed = False
    for scenarios, *options in [(SCENARIOS, "--form", "kinds", "--form", "order"), (KIOSK, "--form", "visit", "--kiosk")]:
        wanted = [scenario for scenario in scenarios if not names or scenario.__name__ in names]
        if wanted and play(wanted, programs, *options):
            has_failed = True
    return has_failed


if __name__ == "__main__":
    sys.exit(main())

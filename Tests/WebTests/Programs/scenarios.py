#!/usr/bin/python3
"""Uses forms in a real browser: scenarios.py PROGRAMS [SCENARIO...]. Prints a line for each scenario; ends with 1 if one
has failed. Needs chromium and chromium-driver."""
import json
import sys

import accessible
import administrators
import filling
import kiosk
import looks
from browser import ROOT
from stage import expect, play, same


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


def android(stage):
    """Where words are typed as compositions, each step is sent, and a mask is corrected after the composition."""
    stage.browser.devtools("Emulation.setUserAgentOverride", userAgent="Mozilla/5.0 (Linux; Android 15) Chrome/156.0 Mobile")
    stage.begin("kinds")
    browser = stage.browser
    browser.focus("name")
    for text in ["h", "he", "hel"]:
        browser.devtools("Input.imeSetComposition", text=text, selectionStart=len(text), selectionEnd=len(text))
    browser.until("return document.querySelector('formd-form').session.get('name').Text === 'hel'")
    same(browser.value("name"), "hel")
    # A correction of the whole word, and the next one.
    browser.compose("held")
    browser.keys(" ")
    browser.compose("w", "we")
    browser.until_value("name", "held we")
    browser.until_settled()
    same(stage.daemon("name"), "held we")
    browser.focus("phone")
    # The daemon has more characters than the composition, which goes on.
    for text in ["9", "91", "912", "9123", "91234", "9123", "91235"]:
        browser.devtools("Input.imeSetComposition", text=text, selectionStart=len(text), selectionEnd=len(text))
        browser.until_settled()
    browser.devtools("Input.insertText", text="91235")
    browser.keys("6")
    browser.until_settled()
    same((stage.daemon("phone"), browser.value("phone")), ("+7 (912) 356-", "+7 (912) 356-"))
    browser.devtools("Emulation.setUserAgentOverride", userAgent="")


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
    """The whole form is filled in and sent by the keyboard alone; Enter goes on as the daemon says."""
    stage.begin("kinds")
    browser = stage.browser
    browser.focus("name")

    def press(*pressed):
        for key in pressed:
            browser.keys(key)
            browser.until_settled()
    press("Ada", "Enter", "9123456789")
    same(browser.run(f"return {ROOT}.activeElement.id"), "f-phone")
    # Behind a secret there is the button that reveals it, behind a text the one that clears it.
    press("Tab", "pass", "Tab", "Tab", "words", "Tab", "Tab", "41", "ArrowUp")
    press("Tab", " ", "ArrowDown", "Tab", " ", "Tab", "Tab", " ", "Tab", " ", "ArrowRight", "Tab", "P", "3", "Tab", "2026-02-28", "Tab")
    press("Tab", "ArrowUp", "ArrowUp", "Tab", "Tab", "C7", "Enter", "Tab", "ArrowDown", "Enter", "Escape", "Enter")
    same(browser.run(f"return {ROOT}.activeElement.id"), "f-cost")
    press("Enter", " ", "Tab", "more")
    wanted = {"name": "Ada", "phone": "9123456789", "about": "words", "count": "42", "colour": "green", "stars": "2", "place": "P3", "day": "2026-02-28",
              "level": "2", "city": "C7", "agree": "true", "more": "more"}
    same({name: stage.daemon(name, "Value") for name in wanted}, wanted)
    same([stage.daemon(name, "SelectedOptions") for name in ["tags", "cities"]], [[0, 2], [0]])
    press("Tab", "Enter")
    browser.until("return document.querySelector('formd-form').session.properties.State === 'submitted'")


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
    expect(any(line.strip().startswith("textbox 'Phone' 'Enter the whole number'") and "invalid=true" in line for line in tree), "\n".join(tree))


def pages(stage):
    """Pages, rows in rows, a table, the review, and the submission, whose values arrive at the gateway's output."""
    stage.begin("order")
    browser = stage.browser
    browser.click(".main")
    browser.until(f"return {ROOT}.activeElement?.id === 'f-who' && {browser.part('[data-field=hello]')} && true")
    # The note above disappears with the first key, and the field is not touched by that.
    browser.run(f"window.blurs = 0; {ROOT}.activeElement.addEventListener('blur', () => blurs++)")
    browser.keys("Ada")
    browser.until(f"return !{browser.part('[data-field=hello]')}")
    same(browser.run(f"return [{ROOT}.activeElement?.id, blurs]"), ["f-who", 0])
    browser.click(".main")
    browser.until(f"return {browser.part('#f-items_1_what')} && true")
    # An error on this page does not disturb the other one.
    browser.click(".main")
    browser.until(f"return {browser.part('[data-field=items_1_what].invalid')} && true")
    browser.click(".buttons .plain")
    browser.until(f"return {browser.part('#f-who')} && true")
    browser.run("window.changes = 0; document.querySelector('formd-form').addEventListener('formd-change', () => changes++)")
    browser.focus("who")
    browser.keys("!", "Backspace")
    browser.until("return changes > 0", what="the form to be drawn")
    browser.until_value("who", "Ada")
    browser.until_settled()
    browser.click(".main")
    browser.until(f"return {browser.part('#f-items_1_what')} && true")
    browser.focus("items_1_what")
    browser.keys("tea")
    browser.run(f"[...{ROOT}.querySelectorAll('.elements button')].find((button) => button.textContent.includes('Part')).click()")
    browser.until(f"return {browser.part('#f-items_1_parts_1_size')} && true")
    browser.focus("items_1_parts_1_size")
    browser.keys("XL")
    # A slider of a row that was added has the definition's range; of several positions the last one counts.
    slider = f"const range = {ROOT}.querySelector('[data-field=items_1_parts_1_sweet] input[type=range]');"
    same(browser.run(slider + "return [range.min, range.max, range.step]"), ["0", "1", "0.05"])
    browser.run(slider + "for (const value of [0.7, 0.35]) { range.value = value; range.dispatchEvent(new Event('change')) }")
    browser.until_value("items_1_parts_1_sweet", "0.35")
    browser.until_settled()
    same(stage.daemon("items_1_parts_1_sweet", "Value"), "0.35")
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
    """A page that is loaded again in the middle goes on, also if it is refused at first, and a second page shows the same."""
    stage.begin("kinds")
    browser = stage.browser
    browser.focus("name")
    browser.keys("Ada")
    browser.until_value("name", "Ada")
    key = browser.run("return document.querySelector('formd-form').session.key")
    restore = browser.prepare("const ask = fetch; window.refusals = 1; window.fetch = (url, ...rest) =>"
                              "String(url).endsWith('/token') && refusals-- > 0 ? Promise.resolve(new Response('', {status: 403})) : ask(url, ...rest)")
    browser.open(f"{stage.services.url}?form=kinds")
    restore()
    browser.until_value("name", "Ada")
    expect(browser.run("return refusals < 0"), "the page was not refused")
    same(browser.run("return document.querySelector('formd-form').session.key"), key)
    script = """const [key, done] = arguments; import('/formd.js').then(async ({open}) => { const other = window.other = await open('kinds', {key});
        await other.call('FocusField', {field: 'name'}); await other.call('MoveCaret', {unit: 'text', count: 1, extend: false}, 'name');
        await other.call('InsertText', {text: '!'}, 'name'); done(other.key) })"""
    same(browser.call("POST", "/execute/async", {"script": script, "args": [key]}), key)
    browser.until_value("name", "Ada!")
    # Each form of the tab has its own session.
    browser.open(f"{stage.services.url}?form=order")
    browser.until("return document.title === 'Order'")
    browser.open(f"{stage.services.url}?form=kinds")
    browser.until_value("name", "Ada!")


# Remembers the page's connection, and makes the next continuation one that the gateway refuses if `isSpoilt`.
SPY = """const Connection = WebSocket; window.WebSocket = class extends Connection {
    constructor(...all) { super(...all); window.connection = this }
    send(text) {
      if (!window.isSpoilt || !text.includes('"Follow"')) return super.send(text);
      window.isSpoilt = false; super.send(text.replace('"session"', '"other"'))
    } }"""


def restart(stage):
    """The daemon and the gateway are killed and started again: keys go on, and what was filled in stays."""
    restore = stage.browser.prepare(SPY)
    stage.begin("kinds")
    restore()
    browser, services = stage.browser, stage.services
    browser.focus("name")
    browser.keys("Ada")
    browser.until_value("name", "Ada")
    browser.until_settled()
    services.kill(services.formd)
    browser.until(f"return !{browser.part('.notice')}.hidden")
    browser.keys("b")
    # Meanwhile the connection breaks, and is refused at first.
    browser.run("document.querySelector('formd-form').session.addEventListener('status', ({detail}) => window.isBack ||= detail === 'connected');"
                "window.isSpoilt = true; connection.close()")
    browser.until("return window.isBack && !window.isSpoilt", patience=30)
    browser.until(f"return !{browser.part('.notice')}.hidden")
    services.start_formd()
    # The gateway pauses longer and longer between its attempts.
    browser.until(f"return {browser.part('#f-name')}.value === 'Adab'", patience=40)
    browser.until(f"return {browser.part('.notice')}.hidden")
    services.kill(services.gateway)
    browser.until(f"return !{browser.part('.notice')}.hidden")
    browser.keys("c")
    services.start_gateway()
    browser.until_value("name", "Adabc")
    browser.until(f"return {browser.part('.notice')}.hidden")


def policy(stage):
    """The page runs no script but its own, connects to nowhere else, and is shown in no frame."""
    stage.begin("kinds")
    browser = stage.browser
    browser.run("window.broken = []; document.addEventListener('securitypolicyviolation', (event) => broken.push(event.effectiveDirective))")
    browser.run("const script = document.createElement('script'); script.textContent = 'window.foreign = 1'; document.body.append(script);"
                "const button = document.createElement('button'); button.setAttribute('onclick', 'window.foreign = 2'); document.body.append(button); button.click();"
                "const style = document.createElement('style'); style.textContent = 'body { display: none }'; document.head.append(style)")
    same(browser.run("return [window.foreign ?? null, getComputedStyle(document.body).display]"), [None, "block"])
    browser.call("POST", "/execute/async", {"script": "fetch('http://127.0.0.1:1/', {mode: 'no-cors'}).catch(arguments[0])", "args": []})
    broken = ["connect-src", "script-src-attr", "script-src-elem", "style-src-elem"]
    browser.until("return broken.length >= 4")
    same(sorted(browser.run("return broken")), broken)
    framed = browser.call("POST", "/execute/async", {"script": "const done = arguments[0], frame = document.createElement('iframe'); frame.src = location.href;"
                          "frame.onload = () => done(frame.contentDocument?.title ?? 'blocked'); document.body.append(frame)", "args": []})
    same(framed, "blocked")


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
    # The element is a part of a form of the page's own, with the values that are no secrets.
    browser.run("const form = document.createElement('form'); form.id = 'own'; document.body.append(form); form.append(document.querySelector('formd-form'))")
    data = "return Object.fromEntries(new FormData(document.querySelector('#own')))"
    browser.until(f"return {ROOT}?.querySelector('#f-name')")
    browser.focus("secret")
    browser.keys("abc")
    browser.focus("name")
    browser.keys("Ada")
    browser.until_value("name", "Ada")
    browser.until_settled()
    found = browser.run(data)
    expect(found.get("name") == "Ada" and "secret" not in found, f"{found}")
    browser.click(".main")
    browser.until("return !document.querySelector('#own').checkValidity()", what="the form to be invalid, because a field is empty")


SCENARIOS = [keys, editing, composition, android, own_undo, secret, kinds, keyboard, errors, pages, reload, policy, own_markup,
             *filling.SCENARIOS, *accessible.SCENARIOS, *looks.SCENARIOS, restart]


def main():
    programs, *names = sys.argv[1:]
    has_failed = False
    plays = [(SCENARIOS, "--form", "kinds", "--form", "order", "--form", "presets"),
             (administrators.SCENARIOS, "--form", "kinds", "--admin", "127.0.0.1:0"), (kiosk.SCENARIOS, "--form", "visit", "--kiosk")]
    for scenarios, *options in plays:
        wanted = [scenario for scenario in scenarios if not names or scenario.__name__ in names]
        if wanted and play(wanted, programs, *options):
            has_failed = True
    return has_failed


if __name__ == "__main__":
    sys.exit(main())

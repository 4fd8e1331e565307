"""A form at a kiosk."""
import json
import pathlib
import signal
import time

from accessible import check
from browser import ELEMENT, ROOT
from looks import picture
from stage import expect, same

KEY = "return document.querySelector('formd-form')?.session?.key"
# Nobody types this anywhere else, so that what is kept of it can be found.
MARK = "Quillsmith"


def press(browser, *labels):
    """Touches keys of the on-screen keyboard."""
    for label in labels:
        browser.tap(*browser.until("""const key = [...document.querySelectorAll('.keyboard:not([hidden]) button')].find((one) => one.dataset.key === arguments[0]);
            const {x, y, width, height} = key?.getBoundingClientRect() ?? {}; return key && [x + width / 2, y + height / 2]""", label, what=f"the key {label}"))


def visit(stage, *options, form="visit"):
    """The attract screen of a kiosk."""
    browser, services = stage.browser, stage.services
    services.restart_gateway("--form", form, "--kiosk", *options)
    browser.metrics(800, 1100)
    browser.devtools("Emulation.setTouchEmulationEnabled", enabled=True)
    browser.open(services.url)
    browser.until("return document.querySelector('.attract button')")


def enter(browser, language):
    found = browser.until("return [...document.querySelectorAll('.attract:not([hidden]) button')].find((one) => one.lang === arguments[0])", language)
    browser.call("POST", f"/element/{found[ELEMENT]}/click", {})
    browser.until(f"return document.querySelector('.attract').hidden && {ROOT}.querySelector('h1').textContent")


def touching(stage):
    """A visitor chooses a language, which fills the screen, types on the screen, sends the form and is thanked."""
    visit(stage)
    browser = stage.browser
    check(stage, "the attract screen")
    picture(stage, "attract")
    enter(browser, "ru")
    same(browser.run(f"return {ROOT}.querySelector('h1').textContent"), "Визит")
    browser.until("return document.fullscreenElement === document.documentElement", what="full screen")
    browser.focus("name")
    browser.until("return !document.querySelector('.keyboard').hidden")
    check(stage, "the keyboard")
    press(browser, "А", "д", "а", "Shift", "Л", "Backspace", "Space", "м")
    browser.until_value("name", "Ада м")
    browser.focus("mail")
    press(browser, "a", "@", "letters", "б", "latin", "b", "symbols", "1")
    browser.until_value("mail", "a@бb1")
    browser.focus("pin")
    press(browser, "4", "7")
    browser.until_settled()
    same(stage.daemon("pin"), "••")
    picture(stage, "keyboard")
    browser.focus("town")
    press(browser, "т", "о", "Backspace", "о")
    browser.until(f"return {ROOT}.querySelectorAll('#f-town-list [role=option]').length === 1")
    press(browser, "Enter")
    browser.until(f"return {ROOT}.querySelectorAll('#f-town-list [aria-selected=true]').length === 1")
    for field, keys, text in [("tel", ["+", "7", "9"], "+79"), ("sum", ["1", ",", "5"], "1,5"), ("site", ["a", ".", "b", "/"], "a.b/")]:
        browser.focus(field)
        press(browser, *keys)
        browser.until_value(field, text)
    small = browser.run("return [...document.querySelectorAll('.keyboard button')].filter((one) => one.offsetHeight < 44).length")
    same(small, 0)
    for target in ["document", f"{ROOT}.querySelector('#f-name')", "document.querySelector('.keyboard button')"]:
        event = "new MouseEvent('contextmenu', {cancelable: true, bubbles: true, composed: true})"
        expect(not browser.run(f"return {target}.dispatchEvent({event})"), f"a context menu opens at {target}")
    first = browser.run(KEY)
    browser.click(".main")
    browser.until(f"return {ROOT}.querySelector('.note')?.textContent === 'Спасибо'")
    check(stage, "thanks")
    picture(stage, "thanks")
    same(json.loads(stage.services.submitted()[-1])["values"], {"name": "Ада м", "mail": "a@бb1", "pin": "47", "tel": "+79", "sum": 1.5, "site": "a.b/",
                                                              "town": ["Томск"]})
    browser.click(".main")
    browser.until("return !document.querySelector('.attract').hidden")
    browser.until("const key = document.querySelector('formd-form').session?.key; return key && key !== arguments[0]", first, what="a new session")


def question(stage):
    """A visitor who does nothing is asked, with a countdown, and goes on where the form was."""
    visit(stage, "--idle", "1")
    browser = stage.browser
    enter(browser, "en")
    browser.focus("name")
    press(browser, "E", "v", "e")
    browser.until("return document.querySelector('dialog').open && /[0-9]+/.test(document.querySelector('#rest').textContent)", what="the question")
    check(stage, "the question")
    picture(stage, "question")
    browser.run("document.querySelector('dialog button').click()")
    browser.until("return !document.querySelector('dialog').open")
    same(browser.value("name"), "Eve")


def wipe(stage):
    """When nobody answers, the visitor's session is closed, and nothing of it is left: in the page, the browser, or on its disk."""
    visit(stage, form="leave")
    browser = stage.browser
    enter(browser, "en")
    # On a machine that stalls, the form's two seconds may be over before it is filled in.
    for _ in range(20):
        former = browser.run(KEY)
        browser.run("const form = document.querySelector('formd-form'); for (const [field, text] of [['name', arguments[0]], ['pin', '4711']])"
                    "  if (form.session) form.session.call('InsertText', {text}, field).catch(() => {})", MARK)
        browser.until_settled_or_closed()
        if browser.run(f"return {ROOT}?.querySelector('#f-name')?.value") == MARK and browser.run(KEY) == former:
            break
        browser.until("return document.querySelector('.attract button')")
        enter(browser, "en")
    else:
        raise AssertionError("the form was never filled in")
    browser.until("const key = document.querySelector('formd-form').session?.key; return key && key !== arguments[0]", former, what="a new session")
    browser.until("return !document.querySelector('.attract').hidden")
    kept = browser.call("POST", "/execute/async", {"script": """const done = arguments[0]; Promise.all([caches.keys(), indexedDB.databases(), navigator.serviceWorker.getRegistrations()])
        .then((stores) => done([...stores.map((one) => one.length), sessionStorage.length, localStorage.length, document.cookie, history.state,
              [...document.querySelector('formd-form').shadowRoot.querySelectorAll('input')].map((one) => one.value + one.autocomplete).join()]))""", "args": []})
    same(kept, [0, 0, 0, 0, 0, "", None, "off,off"])
    expect(MARK not in browser.run(f"return document.documentElement.outerHTML + {ROOT}.innerHTML"), "the page still has the name")
    answer = browser.call("POST", "/execute/async", {"script": """const [key, done] = arguments; import('/formd.js').then(({Session}) =>
        new Session('leave', {}, location.href, {fetch: (...all) => fetch(...all), WebSocket}).open(key)).then(() => done('open'), (error) => done(error.name))""", "args": [former]})
    same(answer, "UnknownSession")
    browser.open("about:blank")
    files = [path for path in pathlib.Path(stage.services.folder, "profile").rglob("*") if path.is_file()]
    found = [path.name for path in files if keeps_mark(path)]
    expect(len(files) > 10 and not found, f"the browser has kept it in {found}")


def keeps_mark(path):
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        # The browser, which still runs, has removed it meanwhile.
        return False
    return MARK.encode() in data or MARK.encode("utf-16-le") in data


def away(stage):
    """While the gateway does not answer, or is gone, keys wait; then they are typed, each once."""
    visit(stage)
    browser, services = stage.browser, stage.services
    enter(browser, "en")
    browser.focus("name")
    press(browser, "E")
    browser.until_value("name", "E")
    browser.until_settled()
    services.gateway.send_signal(signal.SIGSTOP)
    press(browser, "v", "e")
    browser.until_value("name", "Eve")
    services.gateway.send_signal(signal.SIGCONT)
    browser.until_settled()
    same(stage.daemon("name"), "Eve")
    services.kill(services.gateway)
    browser.until(f"return !{browser.part('.notice')}.hidden")
    press(browser, "l", "y", "n")
    browser.until_value("name", "Evelyn")
    services.start_gateway()
    browser.until(f"return {browser.part('.notice')}.hidden")
    browser.until_settled()
    same(stage.daemon("name"), "Evelyn")


def deserted(stage):
    """What a visitor leaves behind while the daemon is away is forgotten, and is not typed into the next one's form."""
    visit(stage, "--idle", "8")
    browser, services = stage.browser, stage.services
    enter(browser, "en")
    services.kill(services.formd)
    browser.until(f"return !{browser.part('.notice')}.hidden")
    former = browser.run(KEY)
    typed = browser.run("const form = document.querySelector('formd-form'); form.focusField('name'); form.typed.binding.type(arguments[0]);"
                        "return form.shadowRoot.activeElement.value", MARK)
    same(typed, MARK)
    expect(not browser.run(f"return {browser.part('.note a')}.dispatchEvent(new MouseEvent('click', {{cancelable: true, bubbles: true, composed: true}}))"),
           "a link leads away")
    browser.until("return !document.querySelector('.attract').hidden", what="the page to forget the visitor", patience=30)
    expect(not browser.run(f"return {ROOT}.querySelector('#f-name')"), "the former form is there")
    services.start_formd()
    browser.until("return document.querySelector('.attract button')", patience=40)
    enter(browser, "en")
    browser.until_settled()
    expect(browser.run(KEY) != former and not browser.value("name"), "the former visitor's form goes on")


def looking(stage):
    """After somebody who has only looked the kiosk invites again, also if its form was not used before."""
    visit(stage, form="leave")
    browser = stage.browser
    # The form's idle time, which ends while nobody is there.
    time.sleep(5)
    former = browser.run(KEY)
    browser.run("document.querySelector('.attract button').click()")
    browser.until(f"return !document.querySelector('.attract').hidden && ({KEY.removeprefix('return ')} ?? arguments[0]) !== arguments[0]", former,
                  what="a new session", patience=30)


SCENARIOS = [touching, question, wipe, away, deserted, looking]

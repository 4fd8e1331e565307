"""Every preset and every kind of field, filled in key by key and by pasting."""
from browser import ROOT
from looks import picture
from stage import expect, same

# What is typed, the text that is shown then, and the value.
PRESETS = {
    "password": ("Secret77", "••••••••", None),
    "name": ("Иван Петров", "Иван Петров", "Иван Петров"),
    "email": ("ada@example.org", "ada@example.org", "ada@example.org"),
    "phone": ("9123456789", "+7 (912) 345-67-89", "9123456789"),
    "cardExpirationDate": ("1229", "12/29", "1229"),
    "cvc": ("123", "123", "123"),
    "cardNumber": ("4111111111111111", "4111 1111 1111 1111 ", "4111111111111111"),
    "qrCode": ("12 345-678", "12 345-678", "12 345-678"),
    "birthday": ("28.02.1990", "28.02.1990", "1990-02-28"),
    "comment": ("A comment that is long enough, says the form.", None, None),
    "sum": ("1234,5", "1\u2009234,5", "1234.5"),
}


def filled(stage, name, texts, *, is_pasted):
    typed, shown, value = texts
    browser = stage.browser
    browser.focus(name)
    if is_pasted:
        browser.paste(typed)
    else:
        browser.keys(typed)
    browser.until_settled()
    # A preset may forbid pasting, as that of passwords does.
    if is_pasted and "paste" in (stage.daemon(name, "DisabledEditActions") or []):
        typed, shown, value = "", "", ""
    shown = typed if shown is None else shown
    same((name, stage.daemon(name)), (name, shown))
    if not stage.daemon(name, "Secret"):
        browser.until_value(name, shown)
        same((name, stage.daemon(name, "Value")), (name, value if value is not None else shown))
    return bool(shown)


def presets_by_key(stage):
    """Every preset takes the keys of an answer, and is valid then."""
    fill_presets(stage, is_pasted=False)


def presets_by_paste(stage):
    """Every preset takes a pasted answer in the same form, except where its preset forbids pasting."""
    fill_presets(stage, is_pasted=True)


# What a browser is told of an input: its keyboard, what it may fill in, and its key Enter.
ATTRIBUTES = {
    "password": [None, "off", "next"], "name": [None, "name", "next"], "email": ["email", "email", "next"], "phone": ["tel", "tel", "next"],
    "cardNumber": ["numeric", "cc-number", "next"], "cvc": ["numeric", "cc-csc", "next"], "birthday": [None, "bday", "next"],
    "sum": ["decimal", "transaction-amount", "done"],
}


def attributes(stage):
    """Inputs have the keyboards, the tokens for autofill and the return keys of their fields."""
    stage.begin("presets")
    browser = stage.browser
    ask = f"return ['inputmode', 'autocomplete', 'enterkeyhint'].map((name) => {ROOT}.querySelector(`#f-${{arguments[0]}}`).getAttribute(name))"
    same({name: browser.run(ask, name) for name in ATTRIBUTES}, ATTRIBUTES)


def fill_presets(stage, *, is_pasted):
    stage.begin("presets")
    browser = stage.browser
    names = browser.run("return [...document.querySelector('formd-form').session.fields.keys()]")
    same(sorted(names), sorted([*PRESETS, "sex"]))
    full = [name for name, texts in PRESETS.items() if filled(stage, name, texts, is_pasted=is_pasted)]
    browser.click("#f-sex-1")
    browser.until(f"return {browser.part('#f-sex-1')}.checked")
    browser.until_settled()
    invalid = [name for name in [*full, "sex"] if not stage.daemon(name, "Valid")]
    same((invalid, stage.daemon("sex", "Value")), ([], "female"))
    picture(stage, "presets")


def slider(stage):
    """A slider moves by keys and by the pointer, and takes a typed and a pasted number; a computed field follows it."""
    stage.begin("kinds")
    browser = stage.browser
    browser.focus("count")
    browser.keys("3")
    browser.run(f"{ROOT}.querySelector('[data-field=level] input[type=range]').focus()")
    browser.keys("ArrowUp", "ArrowUp", "ArrowRight", "ArrowDown")
    browser.until_value("level", "2")
    browser.until(f"return {browser.part('#f-cost')}.textContent === '6'")
    browser.run(f"const range = {ROOT}.querySelector('[data-field=level] input[type=range]'); range.value = 6.7; range.dispatchEvent(new Event('change'))")
    browser.until_value("level", "7")
    browser.focus("level")
    browser.keys("Control+a", "4")
    browser.until_value("level", "4")
    browser.keys("Control+a")
    browser.paste("9")
    browser.until_value("level", "9")
    browser.until(f"return {ROOT}.querySelector('[data-field=level] input[type=range]').valueAsNumber === 9")
    browser.until(f"return {browser.part('#f-cost')}.textContent === '27'")


def searching(stage):
    """A long list searches at the daemon, by keys and by paste; one with several answers keeps those that were chosen."""
    stage.begin("kinds")
    browser = stage.browser
    browser.focus("city")
    browser.until(f"return {ROOT}.querySelectorAll('#f-city-list [role=option]').length === 60")
    browser.keys("c6")
    browser.until(f"return {ROOT}.querySelectorAll('#f-city-list [role=option]').length === 11")
    browser.keys("ArrowDown", "Enter")
    browser.until(f"return {browser.part('#f-city')}.value === 'C60'")
    same(stage.daemon("city", "Value"), "C60")
    # Of the whole list, which opens again, all options can be reached.
    browser.keys("ArrowDown")
    browser.until(f"return {ROOT}.querySelectorAll('#f-city-list [role=option]').length === 60")
    browser.run(f"const list = {browser.part('#f-city-list')}; list.scrollTop = list.scrollHeight")
    browser.until(f"return {ROOT}.querySelectorAll('#f-city-list [role=option]').length === 70")
    browser.keys("Control+a", "nowhere")
    browser.until(f"return {browser.part('#f-city-list .nothing')} && true")
    browser.keys("Escape")
    browser.until(f"return {browser.part('#f-city')}.value === 'C60' && {browser.part('#f-city-list')}.hidden")
    browser.keys("Control+a")
    browser.run(f"const input = {browser.part('#f-city')}; input.setRangeText('C70', 0, 9, 'end');"
                "input.dispatchEvent(new InputEvent('input', {bubbles: true, inputType: 'insertFromPaste'}))")
    browser.until(f"return {ROOT}.querySelectorAll('#f-city-list [role=option]').length === 1")
    browser.keys("Enter")
    browser.until(f"return {browser.part('#f-city')}.value === 'C70'")
    browser.focus("cities")
    browser.until(f"return {ROOT}.querySelectorAll('#f-cities-list [role=option]').length === 3")
    browser.keys("Enter", "ArrowDown", "ArrowDown", "Enter")
    browser.until(f"return {ROOT}.querySelectorAll('#f-cities-list [aria-selected=true]').length === 2")
    browser.keys("Escape")
    same(stage.daemon("cities", "SelectedOptions"), [0, 2])


def masks(stage):
    """With the caret in the middle of a mask: typing, deleting both ways, a selection that is replaced, a paste, undo."""
    stage.begin("kinds")
    browser = stage.browser
    browser.focus("phone")
    browser.keys("9123456789")

    def press(*pressed):
        """One after the other, as a person sees them: the daemon moves the caret out of what is not typed."""
        for key in pressed:
            browser.keys(key)
            browser.until_settled()

    start = ["Home", *["ArrowRight"] * 3]
    steps = [
        ("a deletion", [*start, "Backspace"], "+7 (913) 456-78-9"),
        ("a digit", ["2"], "+7 (912) 345-67-89"),
        ("a deletion forwards", ["Delete"], "+7 (912) 456-78-9"),
        ("undo", ["Control+z"], "+7 (912) 345-67-89"),
        ("a replaced selection", ["Home", *["Shift+ArrowRight"] * 3, "800"], "+7 (800) 345-67-89"),
    ]
    for what, pressed, text in steps:
        press(*pressed)
        same((what, browser.value("phone"), stage.daemon("phone")), (what, text, text))
        first, last = browser.caret()
        expect(first == last < len(text), f"{what}: the caret is at {first}, {last}")
    press("Home", *["Shift+ArrowRight"] * 3)
    browser.paste("495")
    browser.until_value("phone", "+7 (495) 345-67-89")
    expect(browser.caret()[0] < 10, f"the caret is at {browser.caret()}")


SCENARIOS = [presets_by_key, presets_by_paste, attributes, slider, searching, masks]

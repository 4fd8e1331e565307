"""How a form looks on screens and with wishes of all kinds. With FORMD_PICTURES=FOLDER there is a picture of each."""
import os

from browser import ROOT
from stage import expect, same


def picture(stage, name):
    if folder := os.environ.get("FORMD_PICTURES"):
        stage.browser.picture(f"{folder}/{name}.png")


def fits(stage, what):
    """Nothing is cut off at the side, neither of the page nor of a part of it."""
    browser = stage.browser
    wide = browser.run("return [document.documentElement.scrollWidth, innerWidth]")
    cut = browser.run(f"""return [...{ROOT}.querySelectorAll('.field, .buttons, h1, h2, h3, .hint, label, legend, .answers')].filter((one) =>
        one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === 'visible' && one.clientWidth).map((one) => one.outerHTML.slice(0, 100))""")
    expect(wide[0] <= wide[1] and not cut, f"{what}: {wide} {cut}")


def fill(stage):
    """A form with texts and errors."""
    browser = stage.browser
    browser.focus("phone")
    browser.keys("91")
    browser.click("#f-colour-1")
    browser.click("#f-tags-0")
    browser.click(".main")
    browser.until(f"return {ROOT}.querySelectorAll('.hint.error').length >= 3 && {browser.part('#f-colour-1')}.checked")
    browser.until_settled()
    browser.run("scrollTo(0, 0)")


def sizes(stage):
    """At 320 px, with 200 % zoom and with large text nothing is cut off, and what is touched has 44 px."""
    stage.begin("kinds")
    browser = stage.browser
    fill(stage)
    for name, width, zoom, text, own in [("narrow", 320, 1, 1, 1), ("zoom", 400, 2, 1, 1), ("large text", 640, 1, 2, 1), ("narrow, large text", 320, 1, 1.3, 1),
                                         ("text scale", 640, 1, 1, 2), ("narrow, text scale", 320, 1, 1, 1.5)]:
        browser.metrics(width, 800 // zoom, zoom)
        browser.run("document.documentElement.style.fontSize = arguments[0] * 100 + '%'", text)
        browser.run("document.querySelector('formd-form').session.call('Set', {property: 'TextScale', value: arguments[0]})", own)
        browser.until_settled()
        fits(stage, name)
        picture(stage, name)
    browser.run("document.documentElement.style.fontSize = ''; document.querySelector('formd-form').session.call('Set', {property: 'TextScale', value: 1})")
    browser.until_settled()
    small = browser.run(f"""return [...{ROOT}.querySelectorAll(`button, select, textarea, input:not(.picker):not([type=checkbox]):not([type=radio]),
        .choices label, .beside`)].filter((one) => one.offsetParent && one.getBoundingClientRect().height < 43.5).map((one) => one.outerHTML.slice(0, 80))""")
    same(small, [])
    browser.metrics(800, 900)


def wishes(stage):
    """The page follows the wish for dark colours and for less motion."""
    stage.begin("kinds")
    browser = stage.browser
    fill(stage)
    look = f"return [getComputedStyle({browser.part('#f-name')}).backgroundColor, getComputedStyle({browser.part('#f-agree')}, '::before').transitionDuration]"
    found = []
    for scheme, motion in [("light", "no-preference"), ("dark", "reduce")]:
        features = [{"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": motion}]
        browser.devtools("Emulation.setEmulatedMedia", features=features)
        found.append(browser.run(look))
        picture(stage, scheme)
    browser.devtools("Emulation.setEmulatedMedia", features=[])
    same(found, [["rgb(255, 255, 255)", "0.15s"], ["rgb(29, 29, 34)", "0s"]])


def languages(stage):
    """The form follows the language of the page, from right to left where it is written so."""
    stage.begin("kinds", "&lang=ar")
    browser = stage.browser
    browser.until(f"return {ROOT}.querySelector('h1').textContent === 'أنواع'")
    same(browser.run(f"return getComputedStyle({ROOT}.querySelector('.form')).direction"), "rtl")
    fill(stage)
    for width in [800, 320]:
        browser.metrics(width, 900)
        fits(stage, f"from right to left at {width} px")
        picture(stage, f"rtl {width}")
    browser.metrics(800, 900)
    # A label is where its side of the line begins.
    right = browser.run(f"const [label, field] = ['.field label', '.field'].map((one) => {ROOT}.querySelector(one).getBoundingClientRect());"
                        "return Math.abs(label.right - field.right) < 2")
    expect(right, "labels are not on the right")
    browser.run("document.querySelector('formd-form').lang = 'ru'")
    browser.until(f"return {ROOT}.querySelector('h1').textContent === 'Виды'")
    same(browser.run(f"return getComputedStyle({ROOT}.querySelector('.form')).direction"), "ltr")


def styles(stage):
    """A page of somebody's own gives the form colours and sizes, and styles its parts."""
    stage.begin("kinds")
    browser = stage.browser
    browser.run("""document.documentElement.style.setProperty('--formd-accent', 'rgb(1, 2, 3)'); const sheet = new CSSStyleSheet();
        sheet.replaceSync('formd-form { --formd-target: 60px } formd-form::part(input) { letter-spacing: 3px } formd-form::part(title) { color: rgb(4, 5, 6) }');
        document.adoptedStyleSheets = [sheet]""")
    found = browser.run(f"""const style = (selector) => getComputedStyle({ROOT}.querySelector(selector));
        return [style('button.main').backgroundColor, style('#f-name').minBlockSize, style('#f-name').letterSpacing, style('h1').color]""")
    same(found, ["rgb(1, 2, 3)", "60px", "3px", "rgb(4, 5, 6)"])
    browser.run("document.adoptedStyleSheets = []; document.documentElement.style.removeProperty('--formd-accent')")


SCENARIOS = [styles, sizes, wishes, languages]

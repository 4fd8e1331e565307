#!/usr/bin/python3
"""Measures a page in a real browser: measure.py GATEWAY ECHO ROUNDS. GATEWAY serves the form checkout, ECHO is bench-web's bare page.
Prints milliseconds: from beforeinput until the text is painted, the median in the bare page, in a masked and in a plain field; from
the beginning of a visit until the browser has painted first, and until the form is painted."""
import statistics
import sys
import tempfile

from browser import ROOT, Browser

# Keys in each place of a round.
KEYS = 200
# A text is painted when the task behind the frame runs in which it was there first.
WATCH = """const input = arguments[0]; window.times = [];
    input.addEventListener('beforeinput', () => {
      const [start, before] = [performance.now(), input.value];
      const watch = () => requestAnimationFrame(() => {
        if (input.value === before) return watch();
        const channel = new MessageChannel();
        channel.port1.onmessage = () => times.push(performance.now() - start);
        channel.port2.postMessage(0);
      });
      watch();
    }, true)"""
PAINTED = """(() => { const watch = () => requestAnimationFrame(() => {
      if (!document.querySelector('formd-form')?.shadowRoot?.querySelector('[data-field=comment]')) return watch();
      const channel = new MessageChannel();
      channel.port1.onmessage = () => window.painted = performance.now();
      channel.port2.postMessage(0);
    }); watch() })()"""


def type_keys(browser, address, find):
    """The median time of a key: a digit is typed and deleted in turn."""
    browser.open(address)
    browser.until(f"return {find}")
    browser.until("return document.title !== 'Echo'")
    browser.run(f"{find}.focus()")
    browser.run(WATCH, browser.run(f"return {find}"))
    for number in range(KEYS):
        key = {"text": str(number % 10), "key": str(number % 10)} if number % 2 == 0 else {"key": "Backspace", "code": "Backspace", "windowsVirtualKeyCode": 8}
        browser.devtools("Input.dispatchKeyEvent", type="keyDown", **key)
        browser.devtools("Input.dispatchKeyEvent", type="keyUp", key=key["key"])
        browser.until("return times.length === arguments[0]", number + 1, what=f"key {number} to be painted")
    return statistics.median(browser.run("return times")[20:])


def visit(browser, address):
    script = browser.devtools("Page.addScriptToEvaluateOnNewDocument", source=PAINTED)["identifier"]
    browser.open("about:blank")
    browser.open(address)
    browser.until("return window.painted")
    browser.devtools("Page.removeScriptToEvaluateOnNewDocument", identifier=script)
    return browser.run("return [performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? painted, painted]")


def main():
    gateway, echo, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        # Frames do not wait for a screen, so that they hide no difference.
        browser = Browser(folder, options=["--disable-frame-rate-limit", "--disable-gpu-vsync"])
        try:
            visit(browser, gateway)
            visits = [visit(browser, gateway) for _ in range(5 * rounds)]
            keys = [[type_keys(browser, *place) for place in [(echo, "document.querySelector('input')"), (gateway, f"{ROOT}?.querySelector('#f-phone')"),
                                                              (gateway, f"{ROOT}?.querySelector('#f-name')")]] for _ in range(rounds)]
        finally:
            browser.close()
    print(*[statistics.median(times) for times in zip(*keys)], *[statistics.median(times) for times in zip(*visits)])


if __name__ == "__main__":
    main()

"""A real browser for tests: chromium, driven over the WebDriver protocol of chromedriver, with nothing but Python."""
import base64
import json
import os
import pathlib
import subprocess
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {"Tab": "\ue004", "Enter": "\ue007", "Backspace": "\ue003", "Delete": "\ue017", "ArrowLeft": "\ue012", "ArrowUp": "\ue013",
        "ArrowRight": "\ue014", "ArrowDown": "\ue015", "Home": "\ue011", "End": "\ue010", "Shift": "\ue008", "Control": "\ue009",
        "Escape": "\ue00c", " ": " "}
ROOT = "document.querySelector('formd-form')?.shadowRoot"


# Of the accessibility tree: what has no meaning of its own, and what is compared.
QUIET_ROLES = {"InlineTextBox", "none", "generic", "StaticText", "LabelText", "Legend", "MenuListPopup", "MenuListOption", "option", "paragraph"}
STATES = {"required", "invalid", "checked", "expanded", "disabled"}


class Failed(Exception):
    """Something that had to happen has not happened."""


class Browser:
    def __init__(self, folder, width=800, height=900, options=()):
        self.folder, self.session = folder, None
        self.address = self.start_driver()
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", f"--window-size={width},{height}",
                     f"--user-data-dir={folder}/profile", "--disable-search-engine-choice-screen", "--lang=en", *options]
        capabilities = {"browserName": "chrome", "goog:chromeOptions": {"args": arguments}, "goog:loggingPrefs": {"browser": "ALL"}}
        self.session = self.request("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})["sessionId"]
        self.metrics(width, height)

    def start_driver(self):
        """Starts chromedriver, and returns its address. The port that it has chosen may be another's by the time it listens."""
        said = ""
        for _ in range(5):
            self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            for line in self.driver.stdout:
                said += line
                if "started successfully on port" in line:
                    return f"http://127.0.0.1:{line.strip().rstrip('.').rpartition(' ')[2]}"
            self.driver.wait()
        raise Failed(f"chromedriver does not start: {said}")

    @property
    def name(self):
        """With which another program uses the browser."""
        return f"{self.address} {self.session}"

    @classmethod
    def known(cls, name):
        """The browser that another program has started, and will close."""
        browser = cls.__new__(cls)
        browser.address, browser.session = name.split()
        return browser

    def metrics(self, width, height, scale=1):
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)

    def close(self):
        try:
            if self.session:
                self.call("DELETE", "")
        finally:
            self.driver.terminate()
            self.driver.wait()

    # --- The protocol

    def request(self, method, path, body=None):
        data = json.dumps(body).encode() if body is not None else None
        asked = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(asked, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise Failed(json.load(error)["value"]["message"][:1000]) from None

    def call(self, method, path, body=None):
        return self.request(method, f"/session/{self.session}{path}", body)

    def devtools(self, command, **parameters):
        return self.call("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def run(self, script, *arguments):
        return self.call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    # --- A page

    def open(self, address):
        self.call("POST", "/url", {"url": address})

    def prepare(self, source):
        """Runs a script in each page before the page's own ones. Returns what ends that."""
        identifier = self.devtools("Page.addScriptToEvaluateOnNewDocument", source=source)["identifier"]
        return lambda: self.devtools("Page.removeScriptToEvaluateOnNewDocument", identifier=identifier)

    def until(self, script, *arguments, what=None, patience=15):
        """Waits until a script returns something that is true, and returns it."""
        deadline = time.monotonic() + patience
        while True:
            try:
                result = self.run(script, *arguments)
            except Failed as failure:
                result, script_failure = None, failure
            else:
                script_failure = None
            if result:
                return result
            if time.monotonic() > deadline:
                raise Failed(f"waited for {what or script}: {result!r} {script_failure or ''}; the page: {self.text()!r}\n{self.log()}")
            time.sleep(0.01)

    def text(self):
        return self.run(f"return {ROOT}?.querySelector('.form').innerText ?? document.body.innerText")[:1500]

    def log(self):
        return [entry["message"] for entry in self.call("POST", "/se/log", {"type": "browser"})]

    def part(self, selector):
        """Script for an element of the form."""
        return f"{ROOT}?.querySelector({json.dumps(selector)})"

    def value(self, field):
        return self.run(f"return {self.part('#f-' + field)}.value")

    def until_value(self, field, text):
        self.until(f"return {self.part('#f-' + field)}?.value === arguments[0]", text, what=f"{field} to be {text!r}")

    def until_settled(self):
        """Nothing is without an answer."""
        script = "const [form, done] = [document.querySelector('formd-form'), arguments[0]]; form.session.call('Extend').then(() => done(true))"
        return self.call("POST", "/execute/async", {"script": script, "args": []})

    def until_settled_or_closed(self):
        """The same, of a session that may be closed meanwhile."""
        script = ("const done = arguments[0], session = document.querySelector('formd-form')?.session;"
                  "if (session) session.call('GetReview').then(done, done); else done()")
        return self.call("POST", "/execute/async", {"script": script, "args": []})

    def focus(self, field):
        self.click(f"#f-{field}")

    def click(self, selector):
        element = self.run(f"return {self.part(selector)}")
        if not element:
            raise Failed(f"there is no {selector} in {self.text()!r}")
        self.call("POST", f"/element/{element[ELEMENT]}/click", {})

    def tap(self, x, y):
        """Touches the screen."""
        self.devtools("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.devtools("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def keys(self, *keys):
        """Presses keys one after the other: names as in KEYS, chords as "Control+a", anything else is typed."""
        actions = []
        for key in keys:
            names = key.split("+") if "+" in key and len(key) > 1 and key.split("+")[0] in KEYS else [key]
            if len(names) > 1 or names[0] in KEYS:
                values = [KEYS.get(name, name) for name in names]
                actions += [{"type": "keyDown", "value": value} for value in values]
                actions += [{"type": "keyUp", "value": value} for value in reversed(values)]
            else:
                for character in key:
                    actions += [{"type": "keyDown", "value": character}, {"type": "keyUp", "value": character}]
        self.call("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def paste(self, text):
        script = """const input = arguments[0].getRootNode().activeElement ?? arguments[0]; const data = new DataTransfer();
            data.setData('text/plain', arguments[1]);
            input.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true}))"""
        self.run(script, self.run(f"return {ROOT}.activeElement"), text)

    def caret(self):
        return self.run(f"const input = {ROOT}.activeElement; return [input.selectionStart, input.selectionEnd]")

    def compose(self, *steps):
        """Composes as an input method does, and commits the last text."""
        for text in steps:
            self.devtools("Input.imeSetComposition", text=text, selectionStart=len(text), selectionEnd=len(text))
        self.devtools("Input.insertText", text=steps[-1])

    def accessible(self):
        """The accessibility tree as lines, indented by groups: role, name, description and states."""
        nodes = {node["nodeId"]: node for node in self.devtools("Accessibility.getFullAXTree")["nodes"]}
        lines = []

        def visit(node, depth):
            role = node["role"]["value"]
            is_shown = not node.get("ignored") and role not in QUIET_ROLES
            if is_shown:
                states = [f"{item['name']}={item['value'].get('value')}" for item in node.get("properties", []) if item["name"] in STATES]
                name, about = (node.get(part, {}).get("value", "") for part in ["name", "description"])
                lines.append("  " * depth + " ".join(filter(None, [role, repr(name), repr(about) if about else "", *states])))
            for child in node.get("childIds", []):
                if child in nodes:
                    visit(nodes[child], depth + is_shown)
        visit(next(node for node in nodes.values() if "parentId" not in node), 0)
        return lines

    def picture(self, name):
        pathlib.Path(name).write_bytes(base64.b64decode(self.call("GET", "/screenshot")))

"""A formd and a gateway of a test's own, in a folder of its own."""
import os
import pathlib
import re
import select
import signal
import subprocess
import time

from browser import Failed


class Services:
    def __init__(self, programs, folder, *options, forms, state="none"):
        self.programs, self.folder, self.options, self.forms, self.state = programs, folder, list(options), forms, state
        self.environment = {**os.environ, "HOME": folder, "FORMD_PLUGIN_PATH": f"{folder}/plugins"}
        self.output = f"{folder}/submitted"
        self.formd = self.gateway = None
        self.port = 0
        layout = pathlib.Path(__file__).parents[3] / "Plugins/lay-out"
        subprocess.run([layout, programs, f"{folder}/plugins"], check=True, stdout=subprocess.DEVNULL)
        self.start_formd()
        self.start_gateway()

    def start_formd(self):
        notify = f"{self.folder}/bus"
        command = ["setpriv", "--pdeathsig", "KILL", f"{self.programs}/formd", "--socket", notify, "--state", self.state, "--forms", self.forms,
                   "--call-time", "750"]
        self.formd = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=self.environment)
        self.wait_for(self.formd, b"is ready")

    def start_gateway(self):
        listen = f"127.0.0.1:{self.port}"
        command = ["setpriv", "--pdeathsig", "KILL", f"{self.programs}/formd-web", "--listen", listen,
                   "--address", f"unix:path={self.folder}/bus", *self.options]
        with open(self.output, "ab") as output:
            self.gateway = subprocess.Popen(command, stdout=output, stderr=subprocess.PIPE)
        said = self.wait_for(self.gateway, b"serving at")
        self.url = re.search(rb"http:\S+", said)[0].decode()
        self.port = int(self.url.rstrip("/").rpartition(":")[2])

    def wait_for(self, process, text, patience=20):
        said, deadline = b"", time.monotonic() + patience
        while text not in said:
            ready = select.select([process.stderr], [], [], max(deadline - time.monotonic(), 0))[0]
            chunk = os.read(process.stderr.fileno(), 4096) if ready else b""
            if not chunk:
                raise Failed(f"waited for {text!r}: {said!r}")
            said += chunk
        return said

    def kill(self, process):
        process.send_signal(signal.SIGKILL)
        process.wait()

    def submitted(self):
        with open(self.output, encoding="utf-8") as output:
            return output.read().splitlines()

    def close(self):
        for process in [self.gateway, self.formd]:
            process.terminate()
            process.wait()

"""A formd and a gateway of a test's own, in a folder of its own. Both end with the test's program."""
import os
import pathlib
import re
import select
import signal
import subprocess
import time

from browser import Failed

WITH_US = ["setpriv", "--pdeathsig", "KILL"]


def wait_for(process, wanted, patience=20):
    """What a process says until a pattern is in it."""
    said, deadline = b"", time.monotonic() + patience
    while not re.search(wanted, said):
        ready = select.select([process.stderr], [], [], max(deadline - time.monotonic(), 0))[0]
        chunk = os.read(process.stderr.fileno(), 4096) if ready else b""
        if not chunk:
            raise Failed(f"waited for {wanted!r}: {said!r}")
        said += chunk
    return said


class Gateway:
    def __init__(self, program, *options, port=0):
        command = [*WITH_US, program, "--listen", f"127.0.0.1:{port}", *options]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        place = rb"http://[0-9.:]+/\n"
        said = wait_for(self.process, place + b"[^$]*" + place if "--admin" in options else place)
        self.url, *others = [found.decode().strip() for found in re.findall(place, said)]
        self.admin = others[0] if others else None
        self.port = int(self.url.rstrip("/").rpartition(":")[2])


class Services:
    def __init__(self, programs, folder, *options, forms, state="none"):
        self.programs, self.folder, self.options, self.forms, self.state = programs, folder, list(options), forms, state
        self.environment = {**os.environ, "HOME": folder, "FORMD_PLUGIN_PATH": f"{folder}/plugins"}
        self.output = f"{folder}/submitted"
        self.served = None
        layout = pathlib.Path(__file__).parents[3] / "Plugins/lay-out"
        subprocess.run([layout, programs, f"{folder}/plugins"], check=True, stdout=subprocess.DEVNULL)
        self.start_formd()
        self.start_gateway()

    def start_formd(self):
        command = [*WITH_US, f"{self.programs}/formd", "--socket", f"{self.folder}/bus", "--state", self.state, "--forms", self.forms,
                   "--call-time", "750"]
        self.formd = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=self.environment)
        wait_for(self.formd, rb"is ready")

    def start_gateway(self):
        options = ["--address", f"unix:path={self.folder}/bus", "--output", self.output, *self.options]
        self.served = Gateway(f"{self.programs}/formd-web", *options, port=self.served.port if self.served else 0)

    @property
    def gateway(self):
        return self.served.process

    @property
    def url(self):
        return self.served.url

    @property
    def port(self):
        return self.served.port

    def restart_gateway(self, *options):
        """Starts the gateway anew with other options, at the same place."""
        self.kill(self.gateway)
        self.options = list(options)
        self.start_gateway()

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

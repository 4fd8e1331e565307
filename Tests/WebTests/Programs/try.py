import sys, tempfile, os
from browser import Browser, ROOT
from services import Services
form, shots = sys.argv[1], sys.argv[2]
with tempfile.TemporaryDirectory() as folder:
    os.chmod(folder, 0o700)
    s = Services("/work/main/.build/debug", folder, "--form", form, *sys.argv[3:], forms="/work/main/Sources/Forms")
    b = Browser(folder)
    try:
        b.open(s.url)
        b.until(f"return {ROOT}?.querySelector('h1')?.textContent")
        print(b.text()); print("\n".join(b.accessible())); print(b.log())
        b.picture(shots)
    finally:
        print(b.log()); b.close(); s.close()

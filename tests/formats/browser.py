"""browser: Debian's Chromium without a screen, and a server of files for it."""

# SPDX-License-Identifier: Apache-2.0

import contextlib
import functools
import http.server
import os
import shutil
import threading
import time

import common


class Server(http.server.SimpleHTTPRequestHandler):
    """Says nothing."""

    def log_message(self, *_):
        """Of each file that is asked for."""


@contextlib.contextmanager
def serve(folder):
    """The address of a folder."""
    handler = functools.partial(Server, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/"
        finally:
            server.shutdown()


@contextlib.contextmanager
def chromium(*arguments):
    """A driver of the browser; its network reaches this machine only."""
    try:
        from selenium import webdriver
    except ImportError:
        raise common.Skipped("python3-selenium is missing") from None
    if not shutil.which("chromium") or not shutil.which("chromedriver"):
        raise common.Skipped("chromium or chromium-driver is missing")
    options = webdriver.chrome.options.Options()
    for argument in ("--headless=new", "--disable-gpu", "--disable-dev-shm-usage",
                     "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", *arguments):
        options.add_argument(argument)
    if os.getuid() == 0:
        options.add_argument("--no-sandbox")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    service = webdriver.chrome.service.Service(shutil.which("chromedriver"))
    driver = webdriver.Chrome(service=service, options=options)
    driver.set_page_load_timeout(120)
    driver.set_script_timeout(60)
    try:
        yield driver
    finally:
        driver.quit()


def wait(condition, seconds=300):
    """Until something is true."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.2)

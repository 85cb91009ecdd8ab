"""page: the report in HTML, driven in Chromium, and looked at by tidy and axe-core."""

# SPDX-License-Identifier: Apache-2.0

import html.parser
import json
import shutil
import subprocess

import browser
import common

# The attribute nonce is HTML, which this tidy does not know.
TIDY = ["tidy", "-q", "-e", "--warn-proprietary-attributes", "no"]
BAD = ("double-release", "never-released", "many", "notes-shown", "crash", "library-frames",
       "read-before-event")


def page_of(folder, *arguments, name="page.html"):
    """A report as a file."""
    path = folder / name
    path.write_bytes(common.report("--format=html", "--verbosity=1", *arguments))
    return path


def sample(folder):
    """A page of several processes with findings of all kinds, and how many."""
    records = [record for record in common.records(folder) if record.stem in BAD]
    found = json.loads(common.report("--format=json", *records))["findings"]
    return page_of(folder, *records), found


class Page(html.parser.HTMLParser):
    """What a page has in it."""

    def __init__(self, text):
        super().__init__()
        self.links, self.tags, self.words = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.links += [(tag, name, value) for name, value in attrs
                       if name in ("src", "href", "srcset", "action", "data", "style")
                       or name.startswith("on")]

    def handle_data(self, data):
        self.words.append(data)


def visible(driver):
    """The findings that can be seen."""
    return [element for element in driver.find_elements("css selector", "details.finding")
            if element.is_displayed()]


def errors_of(driver):
    """What the browser complained of."""
    return [entry["message"] for entry in driver.get_log("browser")]


def test_it_needs_nothing_else(folder):
    """No file, no network, no handlers: what refers elsewhere are links to the specification."""
    path, _ = sample(folder)
    text = path.read_text()
    page = Page(text)
    assert not {"link", "img", "iframe", "object", "base", "form"} & set(page.tags)
    for tag, name, value in page.links:
        assert (tag, name) == ("a", "href"), (tag, name, value)
        assert value.startswith(("#", "https://arrow.apache.org/docs/format/")), value
    assert "default-src 'none'" in text and "unsafe" not in text
    assert page.tags.count("script") == 1 and page.tags.count("style") == 1


def test_tidy_finds_nothing_wrong(folder):
    """Every element is closed and stands where it may."""
    path, _ = sample(folder)
    if not shutil.which("tidy"):
        raise common.Skipped("tidy is missing")
    done = subprocess.run([*TIDY, path], capture_output=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr.decode()
    broken = path.read_text().replace("</details>", "", 1)
    done = subprocess.run(TIDY, input=broken.encode(), capture_output=True,
                          check=False, timeout=300)
    assert done.returncode != 0, "tidy is asleep"


def test_it_can_be_read_without_its_script(folder):
    """All that is said stands in the page; what needs the script is hidden."""
    path, found = sample(folder)
    words = " ".join(" ".join(Page(path.read_text()).words).split())
    for finding in found:
        assert " ".join(finding["message"].split()) in words, finding["message"]
        assert finding["fingerprint"] in words
    with browser.chromium("--blink-settings=scriptEnabled=false") as driver:
        driver.get(path.as_uri())
        assert len(visible(driver)) == len(found)
        assert not driver.find_element("id", "filter").is_displayed()
        closed = visible(driver)[-1]
        closed.find_element("tag name", "summary").click()
        assert closed.find_element("tag name", "dl").is_displayed()


def test_it_searches_filters_and_expands(folder):
    """With no complaint of the browser's, and nothing fetched."""
    path, found = sample(folder)
    with browser.chromium() as driver:
        driver.get(path.as_uri())
        shown = driver.find_element("id", "shown")
        assert len(visible(driver)) == len(found)
        assert shown.text == f"{len(found)} of {len(found)} shown"

        search = driver.find_element("id", "search")
        driver.find_element("tag name", "body").send_keys("/")
        assert driver.switch_to.active_element == search
        search.send_keys("Called SECOND")
        n = len(visible(driver))
        texts = [e.get_attribute("textContent").lower() for e in visible(driver)]
        assert 0 < n < len(found) and all("called" in t and "second" in t for t in texts)
        assert shown.text == f"{n} of {len(found)} shown"
        search.clear()
        search.send_keys("no such word")
        assert not visible(driver)
        search.clear()
        search.send_keys(" ")

        wanted = sum(f["severity"] == "error" for f in found)
        for box in ("warning", "note"):
            driver.find_element("css selector", f"#filter [value={box}]").click()
        assert len(visible(driver)) == wanted
        check = driver.find_element("id", "check")
        check.send_keys("double-release")
        assert check.get_attribute("value") == "double-release"
        left = sum((f["check"], f["severity"]) == ("double-release", "error") for f in found)
        assert len(visible(driver)) == left > 0, (len(visible(driver)), left)

        driver.find_element("id", "expand").click()
        assert all(e.get_attribute("open") for e in visible(driver))
        assert visible(driver)[0].find_element("css selector", "ol.stack").is_displayed()
        driver.find_element("id", "collapse").click()
        assert not any(e.get_attribute("open") for e in visible(driver))

        driver.find_element("css selector", "#leaks a").click()
        target = driver.find_element("css selector", ":target")
        assert target.get_attribute("open") and target.is_displayed()
        assert target.get_attribute("data-check") == "never-released"
        assert driver.execute_script(
            "return performance.getEntriesByType('resource').length") == 0
        assert errors_of(driver) == [], errors_of(driver)


def test_lanes_and_growth_are_drawn(folder):
    """A lane a thread, the last step marked; a line that ends where the record says."""
    lines = [common.line(k="header", version=1, tool="0.1.0", pid=1, exe="/x", cwd="/")]
    lines.append(common.line(k="object", id="array#1", kind="ArrowArray", state="live"))
    for seq, thread in enumerate(["main", "pool", "io", "pool"], 1):
        lines.append(common.line(k="event", seq=seq, t_us=seq, tid=len(thread), thread=thread,
                                 kind="hand-over", object="array#1", actor="a.so"))
    lines.append(common.line(k="finding", id=1, check="double-release", severity="error",
                             message="m", objects=["array#1"], events=[1, 2, 3, 4]))
    lines.append(common.line(k="finding", id=2, check="never-released", severity="error",
                             message="l", objects=["array#1"], events=[],
                             group={"live": 8, "made": 16, "bytes": 1, "trend": "grows",
                                    "samples": [1, 2, 4, 6, 8, 8]}))
    (folder / "r.jsonl").write_text("".join(lines))
    with browser.chromium() as driver:
        driver.get(page_of(folder, folder / "r.jsonl").as_uri())
        svg = driver.find_element("css selector", "#finding-1 svg")
        assert len(svg.find_elements("css selector", ".lane")) == 3
        circles = svg.find_elements("css selector", "circle")
        heights = [circle.location["y"] for circle in circles]
        assert abs(heights[1] - heights[3]) <= 2 and len(set(heights)) >= 3, heights
        assert [c.get_attribute("class") for c in circles] == ["step"] * 3 + ["culprit"]
        line = driver.find_element("css selector", "#leaks path.growth.grows").get_attribute("d")
        ys = [float(point.split(" ")[1]) for point in line[1:].split("L")]
        assert ys == sorted(ys, reverse=True) and ys[-1] == ys[-2] == 3 and len(ys) == 6


def test_streams_stand_beside_threads(folder):
    """A thread above, two streams below; calls lead down, and what no wait orders is drawn."""
    (record,) = [r for r in common.records(folder) if r.stem == "read-before-event"]
    path = page_of(folder, record)
    with browser.chromium() as driver:
        driver.get(path.as_uri())
        finding = driver.find_element("css selector", "[data-check=read-before-event]")
        svg = finding.find_element("css selector", "div svg")
        names = [name.text for name in svg.find_elements("css selector", ".name")]
        assert names == ["thread main", "stream#1 of fixture.cc:38", 'stream#2 "join"'], names
        heights = [c.get_attribute("cy") for c in svg.find_elements("css selector", "circle")]
        assert len(set(heights)) == 3 and heights[0] == heights[1] != heights[-1], heights
        assert len(svg.find_elements("css selector", ".call")) == 3
        (gap,) = svg.find_elements("css selector", "path.gap")
        words = gap.get_attribute("d").replace("M", "").replace("L", " ").split()
        assert words[1] == heights[1] and words[3] == heights[-1], words
        rows = finding.find_elements("css selector", "tbody tr")
        assert [row.find_elements("css selector", "td")[-1].text for row in rows] == [
            "kernel", "record event#9", "", "", "kernel"]
        assert "cudaStreamWaitEvent(join, " in finding.text


def test_copies_are_told_as_in_text(folder):
    """Their table, line by line."""
    record = common.record("copies", folder)
    text = common.report(record).decode()
    table = text[text.index("== arrowdev_check: copies"):].partition("\n\narrowdev_check: ")[0]
    words = "".join(Page(page_of(folder, record).read_text()).words)
    assert all(line in words for line in table.splitlines()) and len(table.splitlines()) > 4


def test_axe_has_nothing_against_it(folder):
    """Contrast, labels, order, in the light and in the dark; all is open."""
    path, _ = sample(folder)
    axe = (common.SCHEMAS / "axe.min.js").read_text()
    with browser.chromium() as driver:
        for scheme in ("light", "dark"):
            driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
                "features": [{"name": "prefers-color-scheme", "value": scheme}]})
            driver.get(path.as_uri())
            driver.find_element("css selector", "#filter [value=suppressed]").click()
            driver.find_element("id", "expand").click()
            back = driver.execute_script(
                "return getComputedStyle(document.body).backgroundColor")
            assert ("255" in back) == (scheme == "light"), back
            driver.execute_cdp_cmd("Runtime.evaluate", {"expression": axe})
            result = driver.execute_async_script(
                "axe.run(document).then(arguments[0], e => arguments[0](String(e)))")
            assert len(result["passes"]) > 20
            assert not result["violations"], json.dumps(
                [(v["id"], v["nodes"][0]["html"], v["nodes"][0]["failureSummary"])
                 for v in result["violations"]], indent=1)


def test_a_hundred_thousand_findings_open(folder):
    """As many as a browser bears; the page says so, and counts all."""
    path = page_of(folder, common.many(100_000))
    assert path.stat().st_size < 20 << 20
    with browser.chromium() as driver:
        driver.get(path.as_uri())
        assert len(driver.find_elements("css selector", "details.finding")) == 1000
        assert "1000 of 100,000 findings" in driver.find_element("id", "left-out").text
        cells = driver.find_elements("xpath", "//td[text()='double-release']/../td")
        assert cells[1].text == "100000"
        driver.find_element("id", "search").send_keys("array#777")
        browser.wait(lambda: driver.find_element("id", "shown").text.startswith("1 of"))
        assert errors_of(driver) == []

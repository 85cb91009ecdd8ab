// page: search and filter for a report in HTML. Without it all findings are there to be read.
// SPDX-License-Identifier: Apache-2.0
"use strict";
(() => {
    const byId = id => document.getElementById(id);
    const findings = [...document.querySelectorAll("details.finding")];
    const search = byId("search"), check = byId("check"), shown = byId("shown");
    const boxes = [...document.querySelectorAll("#filter input[type=checkbox]")];
    const texts = new Map();

    const textOf = finding => {
        if (!texts.has(finding))
            texts.set(finding, finding.textContent.toLowerCase());
        return texts.get(finding);
    };
    const classOf = finding =>
        finding.classList.contains("suppressed") ? "suppressed" : finding.dataset.severity;

    const apply = () => {
        const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
        const classes = new Set(boxes.filter(box => box.checked).map(box => box.value));
        let n = 0;
        for (const finding of findings) {
            const fits = classes.has(classOf(finding)) &&
                (!check.value || finding.dataset.check === check.value) &&
                words.every(word => textOf(finding).includes(word));
            finding.hidden = !fits;
            n += fits;
        }
        shown.textContent = `${n} of ${findings.length} shown`;
    };

    // A link to a finding opens it, and shows it whatever the filter says.
    const follow = () => {
        const target = location.hash && byId(location.hash.slice(1));
        if (!target || !target.matches("details.finding"))
            return;
        target.hidden = false;
        target.open = true;
        target.scrollIntoView();
    };

    for (const slug of [...new Set(findings.map(finding => finding.dataset.check))].sort())
        check.add(new Option(slug, slug));
    for (const input of [search, check, ...boxes])
        input.addEventListener("input", apply);
    const setAll = open => () => {
        for (const finding of findings)
            if (!finding.hidden)
                finding.open = open;
    };
    byId("expand").addEventListener("click", setAll(true));
    byId("collapse").addEventListener("click", setAll(false));
    document.addEventListener("keydown", event => {
        if (event.key === "/" && !event.target.closest("input, select, textarea")) {
            event.preventDefault();
            search.focus();
        }
    });
    addEventListener("hashchange", follow);
    byId("filter").hidden = findings.length === 0;
    apply();
    follow();
})();

// Searching, keys, printing, and following a campaign that still runs. Everything else of the page works without it.
(function () {
  "use strict";
  const ROWS = 300;

  // A row of the list of all tests, which may be longer than the table in the page.
  function testRow(test) {
    const row = document.createElement("tr");
    const name = document.createElement("a");
    name.href = "path.html?test=" + encodeURIComponent(test[0]);
    name.textContent = test[0];
    const end = document.createElement("span");
    end.className = "chip " + (test[2] ? "bad" : "good");
    end.textContent = test[1];
    const input = document.createElement("code");
    input.textContent = test[3];
    [[name, ""], [end, ""], [input, "code"]].forEach(([made, kind]) => {
      const cell = document.createElement("td");
      cell.className = kind;
      cell.append(made);
      row.append(cell);
    });
    return row;
  }

  function searchTests(holder, words, kept) {
    const body = holder.querySelector("tbody");
    if (!body) return "";
    if (words.length === 0) {
      body.replaceChildren(...kept);
      return "";
    }
    const found = window.symcreteTests.filter((test) => {
      const text = `${test[0]} ${test[1]} ${test[3]}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    body.replaceChildren(...found.slice(0, ROWS).map(testRow));
    return found.length > ROWS ? `${found.length} found, the first ${ROWS} shown` : `${found.length} found`;
  }

  function searchRows(holder, words) {
    let found = 0;
    const rows = holder.querySelectorAll("tbody tr");
    rows.forEach((row) => {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
      if (!row.hidden) found += 1;
    });
    holder.querySelectorAll("details.cause").forEach((cause) => {
      const hits = cause.querySelectorAll("tbody tr:not([hidden])").length;
      cause.hidden = hits === 0;
      if (words.length > 0) cause.open = hits > 0;
    });
    return words.length > 0 ? `${found} of ${rows.length}` : "";
  }

  document.querySelectorAll("input[data-for]").forEach((input) => {
    const holder = document.getElementById(input.dataset.for);
    if (!holder) return;
    input.parentElement.hidden = false;
    const isTests = "tests" in holder.dataset && Array.isArray(window.symcreteTests);
    const kept = isTests ? [...holder.querySelectorAll("tbody tr")] : [];
    input.addEventListener("input", () => {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      const said = isTests ? searchTests(holder, words, kept) : searchRows(holder, words);
      input.nextElementSibling.textContent = said;
    });
  });

  // Keys: "/" searches, "j" and "k" go from section to section.
  function go(step) {
    const sections = [...document.querySelectorAll("section")];
    const at = sections.findIndex((section) => section.getBoundingClientRect().bottom > 90);
    const next = sections[Math.min(Math.max(at + step, 0), sections.length - 1)];
    if (next) next.scrollIntoView();
  }
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (typing) {
      if (event.key === "Escape") {
        event.target.value = "";
        event.target.dispatchEvent(new Event("input"));
        event.target.blur();
      }
      return;
    }
    if (event.key === "/") {
      const boxes = [...document.querySelectorAll("input[data-for]")];
      const seen = boxes.find((box) => box.getBoundingClientRect().bottom > 60) || boxes[0];
      if (seen) { event.preventDefault(); seen.focus(); }
    } else if (event.key === "j") {
      go(1);
    } else if (event.key === "k") {
      go(-1);
    }
  });

  // What is folded is not printed.
  window.addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((one) => { one.open = true; }));

  // Served while the campaign runs: the page follows by itself, and stays where the reader is.
  const FOLDED = "symcrete-open";
  const folds = [...document.querySelectorAll("details")];
  try {
    const open = JSON.parse(sessionStorage.getItem(FOLDED) || "null");
    if (open && open.path === location.pathname) folds.forEach((one) => { one.open = open.titles.includes(title(one)); });
    sessionStorage.removeItem(FOLDED);
  } catch { /* Without storage the page is merely folded again. */ }

  function title(one) {
    return one.querySelector("summary").textContent;
  }

  function follow(known) {
    const begun = Date.now();
    fetch(location.pathname, { cache: "no-store" }).then((answer) => answer.ok ? answer.text() : known).then((text) => {
      const typing = document.activeElement && document.activeElement.tagName === "INPUT";
      if (known !== null && text !== known && !typing) {
        const titles = folds.filter((one) => one.open).map(title);
        sessionStorage.setItem(FOLDED, JSON.stringify({ path: location.pathname, titles }));
        location.reload();
        return;
      }
      setTimeout(follow, Math.max(3000, 10 * (Date.now() - begun)), text);
    }).catch(() => { /* The server was stopped: the page stays as it is. */ });
  }
  if (location.protocol.startsWith("http")) follow(null);
})();

// The path of one test: as a list of decisions on path.html, and as marks in the source on the pages of files.
(function () {
  "use strict";
  const name = new URLSearchParams(location.search).get("test");
  if (name === null) return;

  function load(source, done) {
    const script = document.createElement("script");
    script.src = source;
    script.onload = done;
    document.body.append(script);
  }

  function link(target, text) {
    const made = document.createElement("a");
    made.href = target;
    made.textContent = text;
    return made;
  }

  function page(file) {
    return `file-${file + 1}.html`;
  }

  // By number of branch: its condition and side.
  function branches() {
    const all = [];
    window.symcretePaths.conditions.forEach((condition) => {
      condition[4].forEach((side) => all.push({ file: condition[0], line: condition[1], column: condition[2], text: condition[3], side }));
    });
    return all;
  }

  function say(id, text) {
    document.getElementById(id).textContent = text;
  }

  // The list. Decisions that repeat one after the other, as in a loop, are one row with a count.
  function list(holder, index) {
    const tests = window.symcreteTests, test = tests[index], all = branches();
    const query = "?test=" + encodeURIComponent(test[0]);
    say("test-name", `Test ${test[0]}`);
    say("test-end", `Ended with: ${test[1]}. Input: ${test[3]}`);
    const links = document.getElementById("test-links");
    if (index > 0) links.append(link("?test=" + encodeURIComponent(tests[index - 1][0]), "← previous"), " ");
    if (index + 1 < tests.length) links.append(link("?test=" + encodeURIComponent(tests[index + 1][0]), "next →"));
    const [total, way] = window.symcretePaths.ways[index] || [0, []];
    say("test-note", way.length < total ? `The first ${way.length} of ${total} decisions.` : total === 1 ? "1 decision." : `${total} decisions.`);
    const table = document.createElement("table");
    table.innerHTML = "<thead><tr><th class=\"number\">step</th><th>place</th><th class=\"code\">condition</th><th>taken</th></tr></thead>";
    const body = table.createTBody();
    for (let at = 0; at < way.length;) {
      let to = at + 1;
      while (to < way.length && way[to] === way[at]) to += 1;
      const branch = all[way[at]], row = body.insertRow();
      const step = row.insertCell(), place = row.insertCell(), code = row.insertCell(), side = row.insertCell();
      step.className = "number";
      step.textContent = at + 1;
      code.className = "code";
      const text = document.createElement("code");
      text.textContent = branch.text;
      code.append(text);
      place.append(link(`${page(branch.file)}${query}#L${branch.line}`, `${window.symcretePaths.files[branch.file]}:${branch.line}:${branch.column}`));
      side.textContent = to - at > 1 ? `${branch.side} × ${to - at}` : branch.side;
      at = to;
    }
    const scroll = document.createElement("div");
    scroll.className = "scroll";
    scroll.append(table);
    holder.replaceChildren(scroll);
  }

  // The marks: how often this test took which side.
  function marks(index) {
    const all = branches(), counts = new Map();
    const [, way] = window.symcretePaths.ways[index] || [0, []];
    way.forEach((branch) => counts.set(branch, (counts.get(branch) || 0) + 1));
    document.querySelectorAll("i.mark").forEach((mark) => {
      const first = Number(mark.dataset.first), said = [];
      for (let side = 0; side < Number(mark.dataset.sides); side++) {
        const n = counts.get(first + side);
        if (n) said.push(n > 1 ? `${all[first + side].side} × ${n}` : all[first + side].side);
      }
      if (said.length === 0) return;
      const line = mark.closest(".line");
      line.classList.add("walked");
      let note = line.querySelector(".walk");
      if (!note) {
        note = document.createElement("div");
        note.className = "walk";
        line.append(note);
      }
      note.append(`${note.textContent ? " · " : "→ "}${said.join(", ")}`);
    });
    const head = document.querySelector("header");
    const text = document.createElement("p");
    text.append("Shown with the path of test ", link(`path.html?test=${encodeURIComponent(name)}`, name), ". ", link(location.pathname.split("/").pop(), "Show it without."));
    head.append(text);
  }

  function begin() {
    const index = window.symcreteTests.findIndex((test) => test[0] === name);
    const holder = document.getElementById("test-path");
    if (index < 0) {
      if (holder) holder.textContent = `There is no test ${name}.`;
    } else if (holder) {
      list(holder, index);
    } else {
      marks(index);
    }
  }

  if (window.symcretePaths && window.symcreteTests) begin();
  else load("tests.js", () => load("paths.js", begin));
})();

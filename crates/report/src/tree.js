// Draws the execution tree: forks from left to right, leaves are tests. Clicking a fork folds or unfolds it.
(function () {
  "use strict";
  const holder = document.getElementById("picture");
  const source = document.getElementById("tree-data");
  if (!holder || !source) return;
  const STEP_X = 104, STEP_Y = 44, PAD = 22, SHOWN_AT_FIRST = 40, LETTER = 7, MOST_LETTERS = 32;
  const tree = JSON.parse(source.textContent);

  // Unfold from the root, level by level, until enough is shown.
  (function begin() {
    let level = [tree], shown = 1;
    while (level.length > 0) {
      const next = [];
      for (const node of level) {
        if (!node.children) continue;
        node.open = shown <= SHOWN_AT_FIRST;
        if (node.open) {
          shown += node.children.length;
          node.children.forEach((child) => next.push(child.node));
        } else {
          node.children.forEach((child) => next.push(child.node));
        }
      }
      level = next;
    }
  })();

  // Short subtrees first, so that long ones do not leave holes above them.
  (function sort() {
    const open = [tree];
    while (open.length > 0) {
      const node = open.pop();
      if (!node.children) continue;
      node.children.sort((a, b) => (a.node.tests || 0) - (b.node.tests || 0));
      node.children.forEach((child) => open.push(child.node));
    }
  })();

  function element(name, attributes, text) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const key in attributes) made.setAttribute(key, attributes[key]);
    if (text !== undefined) made.textContent = text;
    return made;
  }

  // What stands beside a node; the end of it, which has the line, where it is long.
  function label(node) {
    const whole = node.children ? `${node.place} (${node.tests})` : `${node.test} ${node.end}`;
    return whole.length > MOST_LETTERS ? "…" + whole.slice(1 - MOST_LETTERS) : whole;
  }

  // From one fork to the next there is room for what stands above an open one.
  function stepOf(root) {
    let letters = 0;
    const open = [root];
    while (open.length > 0) {
      const node = open.pop();
      if (!node.open) continue;
      letters = Math.max(letters, label(node).length);
      node.children.forEach((child) => open.push(child.node));
    }
    return Math.max(STEP_X, letters * LETTER + 14);
  }

  // Gives each visible node its place: a fork stands in the row of its first child.
  function place(root) {
    const step = stepOf(root);
    let row = 0, depth = 0;
    const order = [];
    const open = [{ node: root, depth: 0, entered: false }];
    while (open.length > 0) {
      const top = open[open.length - 1];
      const children = top.node.open ? top.node.children : [];
      if (!top.entered) {
        top.entered = true;
        top.node.x = PAD + top.depth * step;
        depth = Math.max(depth, top.depth);
        for (let k = children.length - 1; k >= 0; k--) {
          open.push({ node: children[k].node, depth: top.depth + 1, entered: false });
        }
        continue;
      }
      open.pop();
      if (children.length === 0) {
        top.node.y = PAD + row * STEP_Y + 10;
        row += 1;
      } else {
        top.node.y = children[0].node.y;
      }
      order.push(top.node);
    }
    return { order, width: PAD * 2 + depth * step + MOST_LETTERS * LETTER, height: PAD * 2 + row * STEP_Y };
  }

  function drawEdges(svg, node) {
    if (!node.open) return;
    for (const child of node.children) {
      const end = child.node, middle = node.x + 14;
      svg.append(element("path", { class: "edge", d: `M${node.x} ${node.y} H${middle} V${end.y} H${end.x}` }));
      const folded = end.folded > 0 ? ` +${end.folded}` : "";
      svg.append(element("text", { class: "note", x: middle + 6, y: end.y + 15 }, child.side + folded));
    }
  }

  function drawNode(svg, node) {
    const fork = Boolean(node.children);
    const kind = fork ? (node.open ? "fork" : "fork folded") : node.bad ? "leaf bad" : "leaf";
    const group = element("g", { class: kind });
    group.append(element("circle", { cx: node.x, cy: node.y, r: fork ? 7 : 5 }));
    const above = fork && node.open;
    group.append(element("text", { x: node.x + (above ? -6 : 11), y: node.y + (above ? -12 : 4) }, label(node)));
    group.append(element("title", {}, fork ? `${node.place}: ${node.text}\n${node.tests} tests` : `${node.test}: ${node.end}`));
    if (fork) {
      group.setAttribute("tabindex", "0");
      const turn = () => { node.open = !node.open; draw(); };
      group.addEventListener("click", turn);
      group.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); turn(); } });
    }
    svg.append(group);
  }

  function draw() {
    const { order, width, height } = place(tree);
    const svg = element("svg", { width, height, viewBox: `0 0 ${width} ${height}` });
    order.forEach((node) => drawEdges(svg, node));
    order.forEach((node) => drawNode(svg, node));
    holder.replaceChildren(svg);
  }

  draw();
})();

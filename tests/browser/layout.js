// Returns what is wrong with the layout of the page, one line each: what overflows, what is clipped, what overlaps.
// `paged`: the page is going to be printed, so nothing can be scrolled.
({paged}) => {
  const SLACK = 1.5;  // CSS pixels: positions are fractions
  const faults = [];
  const shown = (element) => element.checkVisibility({visibilityProperty: true, opacityProperty: true});
  // Read out only, never seen.
  const hidden = (element) => element.closest(".visually-hidden:not(:focus), [hidden]") !== null;
  const named = (element) => {
    const name = element.tagName.toLowerCase();
    const kind = element.getAttribute("class");
    const text = element.textContent.trim().replace(/\s+/g, " ").slice(0, 40);
    return `<${name}${kind ? ` class="${kind}"` : ""}> "${text}"`;
  };
  const elements = [...document.body.querySelectorAll("*")].filter((each) => shown(each) && !hidden(each));
  const scrolls = (element) => {
    const {overflowX, overflowY} = getComputedStyle(element);
    return [overflowX, overflowY].some((each) => each === "auto" || each === "scroll");
  };
  const scrolled = (element) => {
    for (let each = element; each; each = each.parentElement) if (scrolls(each)) return true;
    return false;
  };

  // Nothing reaches out of the viewport sideways, unless its own region scrolls.
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width + SLACK) {
    faults.push(`overflow: the page is ${document.documentElement.scrollWidth} px wide, the viewport ${width} px`);
  }
  for (const element of elements) {
    const box = element.getBoundingClientRect();
    if (box.width && !scrolled(element) && (box.right > width + SLACK || box.left < -SLACK)) {
      faults.push(`overflow: ${named(element)} from ${box.left.toFixed()} to ${box.right.toFixed()} px`);
    }
  }

  // What an element does not show of its own content is lost, unless it can be scrolled to.
  for (const element of elements) {
    const {overflowX, overflowY, display} = getComputedStyle(element);
    if (display === "inline" || element.closest("svg")) continue;
    const lost = (overflow) => overflow === "hidden" || overflow === "clip" || (paged && overflow !== "visible");
    if (lost(overflowX) && element.scrollWidth > element.clientWidth + SLACK) {
      faults.push(`clipped: ${named(element)}, ${element.scrollWidth} px in ${element.clientWidth} px of width`);
    }
    if (lost(overflowY) && element.scrollHeight > element.clientHeight + SLACK) {
      faults.push(`clipped: ${named(element)}, ${element.scrollHeight} px in ${element.clientHeight} px of height`);
    }
  }
  for (const text of document.querySelectorAll("svg text")) {
    if (!shown(text)) continue;
    const [box, frame] = [text.getBoundingClientRect(), text.ownerSVGElement.getBoundingClientRect()];
    const out = Math.max(frame.left - box.left, box.right - frame.right, frame.top - box.top, box.bottom - frame.bottom);
    if (out > SLACK) faults.push(`clipped: ${named(text)} reaches ${out.toFixed()} px out of its picture`);
  }

  // Boxes side by side in one parent do not lie on each other.
  const laid = (element) => {
    const {display, position} = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    return display !== "inline" && display !== "contents" && position === "static" && box.width && box.height;
  };
  for (const parent of [document.body, ...elements]) {
    if (parent.closest("svg")) continue;
    const boxes = [...parent.children].filter((each) => shown(each) && !hidden(each) && laid(each));
    crossings(boxes.map((each) => [each, each.getBoundingClientRect()]), SLACK);
  }

  // Lines of text do not lie on each other, wherever they come from. A line's box has the font's full height, which
  // may reach into the next line without a letter doing so: a third of it is let pass.
  const lines = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const [text, parent] = [walker.currentNode, walker.currentNode.parentElement];
    if (!text.data.trim() || !shown(parent) || hidden(parent) || parent.closest("title, style, script")) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const box of range.getClientRects()) if (box.width > 1) lines.push([parent, box]);
  }
  crossings(lines, SLACK, 1 / 3);

  function crossings(boxes, least, share = 0) {
    const ordered = boxes.sort(([, one], [, two]) => one.top - two.top);
    ordered.forEach(([element, box], index) => {
      for (const [other, its] of ordered.slice(index + 1)) {
        if (its.top >= box.bottom) break;
        const wide = Math.min(box.right, its.right) - Math.max(box.left, its.left);
        const high = Math.min(box.bottom, its.bottom) - its.top;
        if (wide > least && high > Math.max(least, share * Math.min(box.height, its.height))) {
          faults.push(`overlap: ${named(element)} and ${named(other)}, ${wide.toFixed()} x ${high.toFixed()} px`);
        }
      }
    });
  }
  return faults;
}

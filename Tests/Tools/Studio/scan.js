// The accessibility scan of a page. Returns a list of findings.

const found = [];
const say = (element, what) => found.push(`${describe(element)}: ${what}`);
const describe = (element) => {
  const id = element.id ? `#${element.id}` : "";
  const text = (element.textContent ?? "").trim().slice(0, 24);
  return `<${element.localName}${id} class="${element.className?.baseVal ?? element.className}">${text}`;
};
const isShown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: false });
const all = (selector) => [...document.querySelectorAll(selector)].filter(isShown);

/** The accessible name, without title and placeholder, which not all users perceive. */
function nameOf(element) {
  const listed = element.getAttribute("aria-labelledby")?.split(/\s+/)
    .map((id) => document.getElementById(id)?.textContent);
  if (listed?.length) return listed.join(" ").trim();
  if (element.hasAttribute("aria-label")) return element.getAttribute("aria-label").trim();
  if (element.labels?.length) return [...element.labels].map(spoken).join(" ").trim();
  if (element.localName === "img") return element.alt.trim();
  return spoken(element).trim();
}

function spoken(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.data;
  if (node.nodeType !== Node.ELEMENT_NODE || node.getAttribute("aria-hidden") === "true") return "";
  return [...node.childNodes].map(spoken).join("");
}

const interactive =
  "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex], [role=tab], [role=button]";
for (const element of all(interactive)) {
  const isPlace = element.matches("main, [role=tabpanel]");
  if (!isPlace && nameOf(element) === "") say(element, "has no name");
  if (element.matches("div, span, p, ol, ul, li, canvas") && !element.getAttribute("role")) say(element, "has no role");
  if (element.tabIndex > 0) say(element, "has a positive tabindex");
  if (element.closest("[aria-hidden=true]")) say(element, "can be focused but is hidden from listeners");
  const box = element.getBoundingClientRect();
  const isSmall = box.width < 24 || box.height < 24;
  if (isSmall && element.matches("button, select, a") && !element.matches(".skip")) {
    say(element, `is only ${box.width} × ${box.height}`);
  }
}

for (const element of document.querySelectorAll("img:not([alt])")) say(element, "has no alternative");
for (const canvas of document.querySelectorAll("canvas")) {
  const isHidden = canvas.closest("[aria-hidden=true]");
  const isDescribed = canvas.getAttribute("role") === "img" && canvas.getAttribute("aria-label");
  if (!isHidden && !isDescribed) say(canvas, "has no alternative");
}

let level = 0;
for (const heading of all("h1, h2, h3, h4, h5, h6")) {
  const here = Number(heading.localName[1]);
  if (here > level + 1) say(heading, `comes after a heading of level ${level}`);
  level = here;
}
if (all("h1").length !== 1) found.push(`there are ${all("h1").length} headings of level 1`);

// The page for phones has one part.
const landmarks = document.getElementById("app") ? ["header", "nav", "main", "aside", "footer"] : ["main"];
for (const landmark of landmarks) {
  const folder = { nav: "files", aside: "tools" }[landmark];
  const isFolded = folder && all(`[aria-controls=${folder}][aria-expanded=false]`).length > 0;
  // <main> has no box, only its parts have.
  const count = landmark === "main" ? document.querySelectorAll("main:not([hidden])").length : all(landmark).length;
  if (count !== (isFolded ? 0 : 1)) found.push(`there are ${count} landmarks <${landmark}>`);
}
if (!document.querySelector("[aria-live=polite], [role=status]")) found.push("there is no live region");
if (!document.documentElement.lang) found.push("the page has no language");

const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
for (const id of new Set(ids.filter((one, at) => ids.indexOf(one) !== at))) found.push(`the id ${id} occurs twice`);
for (const name of ["aria-labelledby", "aria-describedby", "aria-controls"]) {
  for (const element of document.querySelectorAll(`[${name}]`)) {
    for (const id of element.getAttribute(name).split(/\s+/)) {
      if (!document.getElementById(id)) say(element, `${name} names ${id}, which does not exist`);
    }
  }
}
for (const tab of document.querySelectorAll("[role=tab]")) {
  if (!tab.closest("[role=tablist]")) say(tab, "is a tab outside a list of tabs");
}

// Contrast of texts with their background.

const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
const c = canvas.getContext("2d", { willReadFrequently: true });
function channels(color) {
  c.clearRect(0, 0, 1, 1);
  c.fillStyle = color;
  c.fillRect(0, 0, 1, 1);
  const [r, g, b, a] = c.getImageData(0, 0, 1, 1).data;
  return [r, g, b, a / 255];
}
const over = ([r, g, b, a], [br, bg, bb]) => [r * a + br * (1 - a), g * a + bg * (1 - a), b * a + bb * (1 - a), 1];

function groundOf(element) {
  const layers = [];
  for (let at = element; at; at = at.parentElement) {
    const color = channels(getComputedStyle(at).backgroundColor);
    if (color[3] > 0) layers.push(color);
    if (color[3] === 1) break;
  }
  const ground = channels(getComputedStyle(document.body).backgroundColor);
  return layers.reverse().reduce((below, layer) => over(layer, below), ground);
}

const linear = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const luminance = ([r, g, b]) => 0.2126 * linear(r / 255) + 0.7152 * linear(g / 255) + 0.0722 * linear(b / 255);
function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

const seen = new Set();
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (texts.nextNode()) {
  const element = texts.currentNode.parentElement;
  if (texts.currentNode.data.trim() === "" || seen.has(element) || !isShown(element)) continue;
  seen.add(element);
  checkText(element, getComputedStyle(element).color);
}
for (const field of all("input:not([type=checkbox], [type=range], [type=file]), select, textarea")) {
  checkText(field, getComputedStyle(field).color);
  if (field.placeholder) checkText(field, getComputedStyle(field, "::placeholder").color);
  const { borderTopColor, borderTopWidth, borderTopStyle } = getComputedStyle(field);
  const hasEdge = borderTopStyle !== "none" && parseFloat(borderTopWidth) > 0 && channels(borderTopColor)[3] > 0;
  if (hasEdge && contrast(channels(borderTopColor), groundOf(field.parentElement)) < 3) {
    say(field, "its edge has a contrast below 3");
  }
}

function checkText(element, color) {
  if (element.matches(":disabled, :disabled *, .unseen, .unseen *, option, .skip")) return;
  const style = getComputedStyle(element);
  const size = parseFloat(style.fontSize);
  const needed = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
  const ground = groundOf(element);
  const reached = contrast(over(channels(color), ground), ground);
  if (reached < needed) say(element, `its text has a contrast of ${reached.toFixed(2)}, below ${needed}`);
}

return found;

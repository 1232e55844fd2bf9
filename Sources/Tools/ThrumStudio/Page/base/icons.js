// Button icons, 16 × 16, in the text colour.

/** @type {Record<string, string>} */
const shapes = {
  play: '<path d="M4.5 2.5v11l9-5.5z" fill="currentColor"/>',
  pause: '<path d="M4 3h3v10H4zM9 3h3v10H9z" fill="currentColor"/>',
  start: '<path d="M3.5 3v10M12.5 3.5v9L6 8z"/>',
  loop: '<path d="M3 8V6.5A2.5 2.5 0 0 1 5.500 4H13m0 0-2.200-2M13 4l-2.200 2' +
    'M13 8v1.500A2.500 2.500 0 0 1 10.500 12H3m0 0 2.200-2M3 12l2.200 2"/>',
  undo: '<path d="M3 6h6.500a3.500 3.500 0 0 1 0 7H6M3 6l3-3M3 6l3 3"/>',
  redo: '<path d="M13 6H6.500a3.500 3.500 0 0 0 0 7H10M13 6l-3-3M13 6l-3 3"/>',
  save: '<path d="M2.500 2.500h9l2 2v9h-11zM5 2.500v4h5v-4M5 13.500v-4h6v4"/>',
  download: '<path d="M8 2v8m0 0L5 7m3 3 3-3M2.500 13.500h11"/>',
  help: '<path d="M5.500 6A2.500 2.500 0 1 1 8 8.500V10M8 12.500v.5"/>',
  plus: '<path d="M8 3v10M3 8h10"/>',
  newfile: '<path d="M3.500 1.500h6l3 3v10h-9zM8 6.500v5M5.500 9h5"/>',
  revert: '<path d="M3 8a5 5 0 1 0 1.600-3.600M3 2.500v3h3"/>',
  minus: '<path d="M3 8h10"/>',
  open: '<path d="M2 13V3.500h4l1.500 2H13V8M2 13l2.500-5H15l-2 5z"/>',
  folder: '<path d="M2 13V3.500h4l1.500 2H14V13zM5 9.500h6"/>',
  sound: '<path d="M2.500 6v4H5l3.500 3V3L5 6zM11 6a3 3 0 0 1 0 4M12.500 4a5.500 5.500 0 0 1 0 8"/>',
  silent: '<path d="M2.500 6v4H5l3.500 3V3L5 6zM11 6l4 4M15 6l-4 4"/>',
  tap: '<path d="M8 14V6M8 1.500 10.500 4 8 6.500 5.500 4z"/>',
  hold: '<path d="M1.500 13 4 5h7l3.500 8z"/>',
  tone: '<path d="M1.500 8c2-7 4-7 6.500 0s4.500 7 6.500 0"/>',
  curve: '<path d="M2 12 6 5l4 4 4-6M4.800 3.800h2.400v2.400H4.800z"/>',
  point: '<path d="M2 12 8 7l6-3M6 5h4v4H6z"/>',
  jump: '<path d="M2 12h6V4h6"/>',
  remove: '<path d="M3 4.500h10M6 4V2.500h4V4M4.500 4.500l.7 9h5.600l.7-9M7 7v4M9 7v4"/>',
  keep: '<path d="M4 2.500h8v11L8 10.500l-4 3z"/>',
  marker: '<path d="M4 14V2.500h8L10 5.500l2 3H4"/>',
  choose: '<path d="M4 2.500v10l3-2.500 2 4 2-1-2-4h4z"/>',
  drawhold: '<path d="M1.500 12 3.500 6h6l2.500 6zM12 5l2.500-2.500M14.500 2.500v2.500M14.500 2.500H12"/>',
  draw: '<path d="M2 12c2-6 4-8 6-4s3 3 6-5M11.500 3h2.500v2.500"/>',
  record: '<circle cx="8" cy="8" r="4.500" fill="currentColor"/>',
  list: '<path d="M2.500 3.500h11M2.500 8h11M2.500 12.500h11"/>',
  sliders: '<path d="M2 4.500h7M12 4.500h2M2 11.500h2M7 11.500h7M9 2.500h3v4H9zM4 9.500h3v4H4z"/>',
  panel: '<path d="M2 3h12v10H2zM9.500 3v10M11.500 6h1M11.500 8.500h1"/>',
  magnet: '<path d="M3 2.500v5.500a5 5 0 0 0 10 0V2.500h-3V8a2 2 0 0 1-4 0V2.500zM3 5.500h3M10 5.500h3"/>',
  shown: '<path d="M2 8s2.200-4 6-4 6 4 6 4-2.200 4-6 4-6-4-6-4z"/><circle cx="8" cy="8" r="1.600"/>',
  unlocked: '<path d="M3.500 7.500h9v6h-9zM5.500 7.500V5a2.500 2.500 0 0 1 4.800-1"/>',
  hidden: '<path d="M2 8s2.200-4 6-4 6 4 6 4-2.200 4-6 4-6-4-6-4zM3 13 13 3"/>',
  lock: '<path d="M3.500 7.500h9v6h-9zM5.500 7.500V5a2.500 2.500 0 0 1 5 0v2.500"/>',
  solo: '<path d="M3 10V8a5 5 0 0 1 10 0v2M3 10h2.500v4H3zM10.500 10H13v4h-2.500z"/>',
  layers: '<path d="M8 2 14 5.500 8 9 2 5.500zM2 8.500 8 12l6-3.500M2 11.500 8 15l6-3.500"/>',
  up: '<path d="M3.500 10.500 8 6l4.500 4.500"/>',
  down: '<path d="M3.500 5.500 8 10l4.500-4.500"/>',
  phone: '<path d="M4.500 1.500h7v13h-7zM7 12.500h2"/>',
  fit: '<path d="M2 5V2.500h2.500M11.500 2.500H14V5M14 11v2.500h-2.500M4.500 13.500H2V11M4.500 8h7"/>',
};

/**
 * Sets a button's icon; the button's text remains its name.
 *
 * @param {HTMLElement} button
 * @param {string} name
 */
export function setIcon(button, name) {
  const holder = button.querySelector(".icon")
    ?? button.insertBefore(document.createElement("span"), button.firstChild);
  if (holder.dataset.name === name) return;
  holder.className = "icon";
  holder.dataset.name = name;
  holder.setAttribute("aria-hidden", "true");
  const svg = new DOMParser().parseFromString(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="none" ` +
    `stroke="currentColor" stroke-width="1.5" ` +
    `stroke-linecap="round" stroke-linejoin="round">${shapes[name]}</svg>`, "image/svg+xml");
  holder.replaceChildren(svg.documentElement);
}

/**
 * Buttons that show only an icon keep their text for screen readers.
 *
 * @param {ParentNode} root
 */
export function drawIcons(root = document) {
  for (const button of root.querySelectorAll("button[data-icon]")) {
    if (!button.querySelector(".label")) {
      const label = document.createElement("span");
      label.className = button.classList.contains("labelled") ? "label" : "label unseen";
      label.append(...button.childNodes);
      button.append(label);
    }
    setIcon(button, button.dataset.icon ?? "");
  }
}

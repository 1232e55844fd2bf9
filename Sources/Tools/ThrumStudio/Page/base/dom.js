// Elements: found by ID, made, and asked for the focus.

/**
 * An element of the page; page-types.d.ts lists the types.
 *
 * @template {string} ID
 * @param {ID} id
 */
export const byID = (id) => document.getElementById(id);

/**
 * @param {Event} event
 * @param {string} selector
 */
export const around = ({ target }, selector) => (target instanceof Element ? target.closest(selector) : null);

/**
 * An element that is known to be there.
 *
 * @param {ParentNode} place
 * @param {string} selector
 */
export const within = (place, selector) => /** @type {HTMLElement} */ (place.querySelector(selector));

/**
 * What draws on a canvas.
 *
 * @param {HTMLCanvasElement} canvas
 */
export const penOf = (canvas) => /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));

/** @param {Node} place */
export function focusIn(place) {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement && place.contains(activeElement) ? activeElement : undefined;
}

/**
 * Creates an element: `make("p", { className: "hint" }, "text", child)`. Names with a hyphen become attributes.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Properties<Tag>} properties
 * @param {...Child} children
 */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes("-") || name === "role" || name === "for") element.setAttribute(name, String(value));
    else if (name === "dataset") Object.assign(element.dataset, value);
    else Object.assign(element, { [name]: value });
  }
  for (const child of children) if (child !== undefined && child !== null) element.append(child);
  return element;
}

/** @param {string} text @param {(event: MouseEvent) => unknown} onClick @param {Properties<"button">} properties */
export function button(text, onClick, properties = {}) {
  const element = make("button", { type: "button", className: "labelled", ...properties }, text);
  element.addEventListener("click", onClick);
  return element;
}

/**
 * A function that runs `body` with the next frame, once however often it was called before.
 *
 * @param {() => void} body
 */
export function oncePerFrame(body) {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      body();
    });
  };
}

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
  element.append(...children.filter((child) => child !== undefined && child !== null));
  return element;
}

/** @param {string} text @param {(event: MouseEvent) => unknown} onClick @param {Properties<"button">} properties */
export function button(text, onClick, properties = {}) {
  const element = make("button", { type: "button", className: "labelled", ...properties }, text);
  element.addEventListener("click", onClick);
  return element;
}

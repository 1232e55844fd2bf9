// @ts-check
export const byID = (id) => document.getElementById(id);

/** Makes an element: `make("p", { className: "hint" }, "text", child)`. Names with a hyphen become attributes. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes("-") || name === "role" || name === "for") element.setAttribute(name, value);
    else if (name === "dataset") Object.assign(element.dataset, value);
    else element[name] = value;
  }
  element.append(...children.filter((child) => child !== undefined && child !== null));
  return element;
}

export function button(text, onClick, properties = {}) {
  const element = make("button", { type: "button", className: "labelled", ...properties }, text);
  element.addEventListener("click", onClick);
  return element;
}

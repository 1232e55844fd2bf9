// @ts-check
/** Returns the focus to `home` after a click, so that Space plays; for keyboard users, the focus stays. */
export function connectPointerFocus(home) {
  let isPointing = false;
  addEventListener("pointerdown", () => (isPointing = true), true);
  addEventListener("keydown", () => (isPointing = false), true);
  const leave = (event, kinds) => {
    const control = event.target.closest?.(kinds);
    if (!isPointing || control !== document.activeElement || !control || control.closest("dialog, table")) return;
    home.focus({ preventScroll: true });
  };
  addEventListener("click", (event) => leave(event, "button, summary, input[type=checkbox]"));
  addEventListener("change", (event) => leave(event, "select, input[type=range]"));
}

// @ts-check
/**
 * What was clicked does not keep the keyboard, so that Space plays instead of pressing it again. Whoever came by keyboard stays where
 * they are.
 */
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

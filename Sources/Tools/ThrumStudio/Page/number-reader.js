// @ts-check
// Numbers as users write them: `0.5`, `0,5`, `50%`, `250ms`, and changes: `+0.1`, `×2`.

const form = /^([+×x*])?\s*(-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?)\s*(%|ms|s)?$/i;

/**
 * Parses a field's text; `unit` is "s" (seconds) or "" (level). Returns `{ change }`, a function from the old value to
 * the new one; a plain number, which ignores the old value, also gives `isAbsolute` and `value`. For an empty text,
 * returns `{ change: undefined }`; for an invalid one, `{ problem }`.
 */
export function readNumber(text, unit) {
  const plain = text.trim().replace(",", ".").replaceAll("−", "-");
  if (plain === "") return { change: undefined };
  const found = form.exec(plain);
  if (!found) return { problem: `“${text.trim()}” is not a number. ${examples(unit)}` };
  const [, sign, digits, suffix] = found;
  const scale = scaleOf(suffix?.toLowerCase(), unit, sign);
  if (scale === undefined) return { problem: `“${suffix}” cannot be used here. ${examples(unit)}` };
  const value = Number(digits) * scale;
  if (!Number.isFinite(value)) return { problem: `“${text.trim()}” is too large.` };
  if (sign === "+") return { change: (before) => before + value };
  if (sign) return { change: (before) => before * value };
  return { change: () => value, isAbsolute: true, value };
}

/** Factor for a number with this suffix, in the field's unit; `undefined` if the suffix does not fit. */
function scaleOf(suffix, unit, sign) {
  if (suffix === undefined) return 1;
  if (suffix === "%") return unit === "" || (sign && sign !== "+") ? 0.01 : undefined;
  if (unit !== "s" || (sign && sign !== "+")) return undefined;
  return suffix === "ms" ? 0.001 : 1;
}

const examples = (unit) =>
  unit === "s"
    ? "Enter seconds, such as 0.25 or 250ms, or a change: +0.1, ×2." : "Enter 0.5 or 50%, or a change: +0.1, ×2.";

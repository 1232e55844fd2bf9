// @ts-check
// Numbers as people write them: 0.5, 0,5, 50%, 250ms, and changes: +0.1, ×2.

const form = /^([+×x*])?\s*(-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?)\s*(%|ms|s)?$/i;

/**
 * What a text means in a field of `unit` "s" (seconds) or "" (a level): `{ change }`, a function from the value before to the new
 * one, with `isAbsolute` and `value` where it does not depend on that; `{ change: undefined }` for nothing; or `{ problem }`.
 */
export function readNumber(text, unit) {
  const plain = text.trim().replace(",", ".").replaceAll("−", "-");
  if (plain === "") return { change: undefined };
  const found = form.exec(plain);
  if (!found) return { problem: `“${text.trim()}” is not a number. ${examples(unit)}` };
  const [, sign, digits, suffix] = found;
  const scale = scaleOf(suffix?.toLowerCase(), unit, sign);
  if (scale === undefined) return { problem: `“${suffix}” does not belong here. ${examples(unit)}` };
  const value = Number(digits) * scale;
  if (!Number.isFinite(value)) return { problem: `“${text.trim()}” is too large.` };
  if (sign === "+") return { change: (before) => before + value };
  if (sign) return { change: (before) => before * value };
  return { change: () => value, isAbsolute: true, value };
}

/** What one of a unit is in the field's own; `undefined` where it makes no sense. */
function scaleOf(suffix, unit, sign) {
  if (suffix === undefined) return 1;
  if (suffix === "%") return unit === "" || (sign && sign !== "+") ? 0.01 : undefined;
  if (unit !== "s" || (sign && sign !== "+")) return undefined;
  return suffix === "ms" ? 0.001 : 1;
}

const examples = (unit) =>
  unit === "s" ? "Write seconds, such as 0.25 or 250ms, or a change: +0.1, ×2." : "Write 0.5 or 50%, or a change: +0.1, ×2.";

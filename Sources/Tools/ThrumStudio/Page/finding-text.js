// @ts-check
/** @param {Finding} finding */
const sentence = ({ code, message, remedy }) => `${code} ${message} ${remedy ?? ""}`.trim();

/**
 * The findings on a line, or else the first error with its line number.
 *
 * @param {Finding[]} findings
 * @param {number} line
 */
export function findingsText(findings, line) {
  const here = findings.filter((finding) => finding.line === line);
  if (here.length > 0) return here.map(sentence).join("  ");
  const first = findings.find(({ severity, line: at }) => severity === "error" && at);
  return first ? `Line ${first.line}: ${sentence(first)}` : "";
}

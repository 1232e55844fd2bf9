// @ts-check
import { byID, make } from "./dom.js";

export class FindingsList {
  constructor(studio, goTo) {
    this.studio = studio;
    this.goTo = goTo;
    studio.on("analysis", () => this.refresh());
  }

  refresh() {
    const { findings } = this.studio;
    const serious = findings.filter(({ severity }) => severity !== "note").length;
    const count = byID("finding-count");
    count.textContent = findings.length === 0 ? "" : String(findings.length);
    const worst = findings.some(({ severity }) => severity === "error") ? "error" : "warning";
    count.className = `count ${serious > 0 ? worst : ""}`;
    const rows = findings.slice(0, 300).map((finding) => this.row(finding));
    if (rows.length === 0) rows.push(make("li", { className: "hint" }, "No findings."));
    byID("findings").replaceChildren(...rows);
  }

  row(finding) {
    const { severity, code, message, remedy, line, column } = finding;
    const place = line ? `line ${line}${column ? `, column ${column}` : ""}` : "";
    const go = make("button", { type: "button", className: `finding ${severity}` },
      make("span", { className: "severity" }, severity), make("span", { className: "code" }, code),
      make("span", { className: "message" }, message, remedy ? make("small", {}, ` ${remedy}`) : null),
      make("span", { className: "number place" }, place));
    go.addEventListener("click", () => this.goTo(finding));
    return make("li", {}, go);
  }
}

// Marks of verdicts in the motors' lanes: what they say, and where they lead.

/**
 * Leads from a mark in a lane to its finding, if it has one.
 *
 * @param {Studio} studio
 * @param {{ goTo: (finding: Finding) => void, focus: (finding: Finding) => void, say: (words: string) => void }} uses
 */
export const followingMarks = (studio, { goTo, focus, say }) =>
  /** @param {{ motor: string, title: string, event: FeltEvent }} felt */
  ({ motor, title, event }) => {
    const finding = studio.findings.find((one) => one.motor === motor && one.index === event.index);
    if (!finding) return say(`${title}: ${feltWords(event)}`);
    goTo(finding);
    return focus(finding);
  };

/** @param {FeltEvent} event */
export const feltWords = ({ verdict, decibelsOverThreshold: level }) => verdict === "silent" ? "silent"
  : `${verdict.replace("-", " ")}, ${Math.abs(level).toFixed(1)} dB `
    + `${level < 0 ? "below" : "over"} the threshold of touch`;

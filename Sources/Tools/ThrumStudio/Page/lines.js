// @ts-check
/** Converts offsets to lines and columns, counted from 1, and back. */
export class Lines {
  constructor(text) {
    this.text = text;
    this.starts = [0];
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.starts.push(at + 1);
  }

  get count() {
    return this.starts.length;
  }

  lineAt(offset) {
    let low = 0;
    let high = this.starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.starts[middle] <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }

  offsetAt(line, column) {
    const start = this.starts[Math.min(Math.max(line, 1), this.count) - 1];
    const end = this.starts[line] ?? this.text.length;
    const before = [...this.text.slice(start, end)].slice(0, Math.max(0, (column ?? 1) - 1));
    return start + before.join("").length;
  }
}

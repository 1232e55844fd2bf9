// Edits a text repeatedly, as people and the page do, and compares the incremental parse of each change with a full
// one.
const [seed, steps] = arguments;
return (async () => {
  const { readPattern, rereadPattern } = await import("/pattern/pattern.js");
  const { addEntries, addGroup, moved, removeItems } = await import("/edits/edits.js");
  const { newEntry } = await import("/edits/new-entries.js");
  const { spliced } = await import("/pattern/splice.js");
  let state = seed;
  const random = () => (state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff) / 0x7fffffff;
  const any = (list) => list[Math.floor(random() * list.length)];
  const kinds = ["HapticTransient", "HapticContinuous", "Curve", "Parameter"];
  const scraps = [
    "", " ", "1", "}", "{", ",", '"', "]", "[", "\n", "// c\n", "/* c */", "//", "/*", '"Time": 2,', "{}",
    "null,", ":", "0",
  ];
  const told = (pattern) => JSON.stringify({
    duration: pattern.duration, count: pattern.list?.items.length, inside: pattern.list?.inside, end: pattern.list?.end,
    root: pattern.root.end, groups: pattern.groups, description: pattern.description,
    members: pattern.root.members?.map((one) => [
      one.name, one.start, one.end, one.comma, one.value.start, one.value.end,
    ]),
    items: [...pattern.items.values()].map((item) => [
      item.key, item.kind, item.index, item.time, item.duration, item.value, item.type ?? item.id,
      item.node.start, item.node.end, item.entry?.start, item.entry?.end, item.entry?.comma,
      [...(item.given ?? [])].map(([id, { value, node }]) => [id, value, node?.start, node?.end]),
    ]).sort((a, b) => (a[0] < b[0] ? -1 : 1)),
  });
  const first = '{\n  "Version": 1.0,\n  "Metadata": { "Description": "x", "A": [1, {"b": [2]}] },\n  "Pattern": [\n'
    + Array.from({ length: 12 }, (_, index) => "    " + newEntry(any(kinds), index * 0.1)).join(",\n")
    + '\n  ],\n  "After": {"z": [1, 2, {"q": 3}]}\n}\n';
  let pattern = readPattern(first);
  let count = 0;
  for (let step = 0; step < steps; step += 1) {
    const before = pattern.text;
    const keys = [...pattern.items.keys()];
    const what = random();
    let next = before;
    if (what < 0.3 && keys.length > 0) {
      next = spliced(before, moved(pattern, pattern.items.get(any(keys)), "body", random() - 0.3, random() - 0.5));
    } else if (what < 0.45) {
      next = addEntries(pattern, [newEntry(any(kinds), random())])?.text ?? before;
    } else if (what < 0.6 && keys.length > 4) {
      next = removeItems(pattern, [any(keys), any(keys)]);
    } else if (what < 0.65) {
      next = spliced(before, addGroup(pattern, "g", random(), 1) ?? []);
    } else {
      const at = Math.floor(random() * before.length);
      next = before.slice(0, at) + any(scraps) + before.slice(at + Math.floor(random() * 4));
    }
    if (next === before) continue;
    const whole = readPattern(next);
    const part = rereadPattern(pattern, next);
    if (part && told(part) !== told(whole)) return { step, before, next };
    count += part ? 1 : 0;
    pattern = part ?? whole;
    if ((pattern.problems.length > 0 && random() < 0.7) || pattern.text.length > 30_000) pattern = readPattern(first);
  }
  return { count };
})();

// The layers of the open patterns, and the list in which they are hidden, locked, muted and played alone.

import { LayerFlags, layerOf, layersOf } from "../edits/layers.js";
import { ownerOf } from "../edits/own-envelope.js";
import { byID, make } from "../base/dom.js";
import { setIcon } from "../base/icons.js";

/** @type {[flag: import("../edits/layers.js").Flag, name: string, on: string, off: string][]} */
const flags = [
  ["isHidden", "Hide", "hidden", "shown"], ["isLocked", "Lock", "lock", "unlocked"],
  ["isMuted", "Mute", "silent", "sound"], ["isSolo", "Play alone", "solo", "solo"],
];

export class Layers {
  /** @type {WeakMap<PatternDocument, LayerFlags>} */
  #flags = new WeakMap();
  /** @type {WeakMap<Scene, { stamp: number, scene: Scene }>} */
  #seen = new WeakMap();
  /** @type {WeakMap<Scene, { stamp: number, parts: { loud: Scene, quiet: Scene } }>} */
  #split = new WeakMap();
  #stamp = 0;

  /** @param {() => PatternDocument | undefined} document the shown one */
  constructor(document) {
    this.document = document;
  }

  get flags() {
    const document = this.document();
    if (!document) return new LayerFlags();
    const known = this.#flags.get(document) ?? new LayerFlags();
    this.#flags.set(document, known);
    return known;
  }

  /** @param {string} key @param {import("../edits/layers.js").Flag} flag */
  toggle(key, flag) {
    this.#stamp += 1;
    this.flags.toggle(key, flag);
  }

  /**
   * Whether an item, or the event whose envelope it is, may not be changed.
   *
   * @param {PatternItem | undefined} item
   */
  isLocked(item) {
    const { flags: own } = this;
    if (!item || !(own.any("isLocked") || own.any("isHidden"))) return false;
    const part = item.curve ?? item;
    const pattern = this.document()?.pattern;
    const owner = part.kind !== "event" && pattern ? ownerOf(pattern, part) : undefined;
    return [part, owner].some((one) => one && (own.has(layerOf(one), "isLocked") || own.has(layerOf(one), "isHidden")));
  }

  /**
   * A scene's events that are heard and those that are not, if some are not.
   *
   * @param {Scene} scene
   * @returns {{ loud: Scene, quiet: Scene } | undefined}
   */
  split(scene) {
    const { flags: own } = this;
    if (!own.any("isMuted") && !own.any("isSolo")) return undefined;
    const known = this.#split.get(scene);
    if (known?.stamp === this.#stamp) return known.parts;
    /** @param {boolean} isQuiet */
    const only = (isQuiet) => ({
      ...scene, taps: own.isSilent("taps") === isQuiet ? scene.taps : [],
      holds: own.isSilent("holds") === isQuiet ? scene.holds : [],
      sounds: own.isSilent("sounds") === isQuiet ? scene.sounds : [],
    });
    const parts = { loud: only(false), quiet: only(true) };
    this.#split.set(scene, { stamp: this.#stamp, parts });
    return parts;
  }

  /**
   * A scene without hidden layers.
   *
   * @param {Scene} scene @returns {Scene}
   */
  seen(scene) {
    const { flags: own } = this;
    if (!own.any("isHidden")) return scene;
    const known = this.#seen.get(scene);
    if (known?.stamp === this.#stamp) return known.scene;
    /** @param {string} key */
    const isShown = (key) => !own.has(key, "isHidden");
    const { pattern } = scene;
    const made = {
      ...scene, taps: isShown("taps") ? scene.taps : [], holds: isShown("holds") ? scene.holds : [],
      sounds: isShown("sounds") ? scene.sounds : [], paths: new Map([...scene.paths].filter(([id]) => isShown(id))),
      pattern: {
        ...pattern, curves: pattern.curves.filter(({ id }) => isShown(id)),
        parameters: pattern.parameters.filter(({ id }) => isShown(id)),
      },
    };
    this.#seen.set(scene, { stamp: this.#stamp, scene: made });
    return made;
  }
}

/** @param {Studio} studio */
export function connectLayers(studio) {
  const place = byID("layers");
  const refresh = () => {
    const { pattern } = studio.current;
    place.replaceChildren(...layersOf(pattern).map((layer) => row(layer)));
    if (place.childElementCount === 0) place.append(make("p", { className: "hint" }, "The pattern is empty."));
  };

  /** @param {import("../edits/layers.js").Layer} layer */
  function row({ key, name, count }) {
    const choose = make("button", { type: "button", className: "labelled name", title: `Select all: ${name}` },
      name, make("span", { className: "count" }, String(count)));
    choose.addEventListener("click", () => studio.select([...studio.current.pattern.items.values()]
      .filter((item) => item.kind !== "point" && layerOf(item) === key).map((item) => item.key)));
    const properties = { className: "row", role: "group", "aria-label": name };
    return make("div", properties, choose, ...flags.map(([flag, words, on, off]) => {
      const isOn = studio.layers.flags.has(key, flag);
      const button = make("button", {
        type: "button", title: words, "aria-label": `${words}: ${name}`, dataset: { layer: key, flag },
        "aria-pressed": String(isOn),
      });
      setIcon(button, isOn ? on : off);
      button.addEventListener("click", () => {
        studio.layers.toggle(key, flag);
        studio.emit("layers");
      });
      return button;
    }));
  }

  // Something may be hidden or silent without its list being open.
  const mark = () => byID("toggle-layers").classList
    .toggle("acts", flags.some(([flag]) => studio.layers.flags.any(flag)));
  for (const change of /** @type {const} */ (["layers", "document"])) studio.on(change, mark);

  /** @type {string} */
  let shown = "";
  const refreshIfChanged = () => {
    if (place.hidden || !studio.document) return;
    const now = JSON.stringify(layersOf(studio.current.pattern));
    if (now !== shown) refresh();
    shown = now;
  };
  byID("toggle-layers").addEventListener("click", () => {
    shown = "";
    setTimeout(refreshIfChanged);
  });
  for (const change of /** @type {const} */ (["text", "document"])) studio.on(change, refreshIfChanged);
  studio.on("layers", refresh);
}

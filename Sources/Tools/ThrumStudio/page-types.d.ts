// Missing from the declarations of TypeScript 4.8.

interface Array<T> {
  toSorted(compare?: (a: T, b: T) => number): T[];
  toReversed(): T[];
  findLast(test: (item: T, index: number, all: T[]) => unknown): T | undefined;
  findLastIndex(test: (item: T, index: number, all: T[]) => unknown): number;
  /** As for `[index]`, the type leaves out that the item may be missing. */
  at(index: number): T;
  filter(test: BooleanConstructor): Exclude<T, undefined | null | false | 0 | "">[];
}

interface MapConstructor {
  groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item, index: number) => Key): Map<Key, Item[]>;
}

interface WindowEventMap {
  copy: ClipboardEvent;
  cut: ClipboardEvent;
  paste: ClipboardEvent;
}

interface FileSystemDirectoryHandle {
  entries(): AsyncIterableIterator<[string, FileSystemFileHandle | FileSystemDirectoryHandle]>;
}

interface FileSystemFileHandle {
  createWritable(): Promise<{
    write(bytes: Uint8Array): Promise<void>; close(): Promise<void>; abort(): Promise<void>;
  }>;
}

declare function showDirectoryPicker(options: { mode: "read" | "readwrite" }): Promise<FileSystemDirectoryHandle>;

interface DataTransferItem {
  getAsFileSystemHandle?(): Promise<FileSystemFileHandle | FileSystemDirectoryHandle | null>;
}

declare class OffscreenCanvas extends EventTarget {
  constructor(width: number, height: number);
  width: number;
  height: number;
  getContext(kind: "2d"): CanvasRenderingContext2D;
}

interface CanvasDrawImage {
  drawImage(image: OffscreenCanvas, x: number, y: number, width: number, height: number): void;
}

// Globals of the audio thread, for the worklets.

declare const sampleRate: number;
declare const currentFrame: number;

declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}

declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

// The elements of index.html. Selectors find only HTML elements, never the SVG of buttons.

interface PageElements extends
  Record<PageButton, HTMLButtonElement>, Record<PageInput, HTMLInputElement>, Record<PageSelect, HTMLSelectElement>,
  Record<PageCanvas, HTMLCanvasElement>, Record<PageDialog, HTMLDialogElement>, Record<"text", HTMLTextAreaElement> {}

type PageButton = "download" | "phone" | "phone-disconnect" | "keep-a" | "redo" | "save" | "show-a" | "show-b" | "undo";
type PageInput =
  "file-name" | "file-picker" | "fit-wave" | "filter" | "has-keys" | "match" | "metronome" | "snap-events" | "track-file" | "track-volume" | "volume";
type PageSelect = "actuator" | "destination" | "division" | "download-format" | "grid" | "monitor";
type PageCanvas = "meter-picture" | "overlay" | "overview-picture" | "pad-picture" | "picture" | "recorded-picture";
type PageDialog = "download-dialog" | "help-dialog" | "listen-dialog" | "name-dialog" | "phone-dialog" | "recorded";

type ElementOf<ID> = ID extends keyof PageElements ? PageElements[ID] : HTMLElement;

interface Document {
  getElementById<ID extends string>(id: ID): ElementOf<ID>;
}

interface ParentNode {
  querySelector<Tag extends keyof HTMLElementTagNameMap>(tag: Tag): HTMLElementTagNameMap[Tag] | null;
  querySelector(selector: string): HTMLElement | null;
  querySelectorAll(selector: string): NodeListOf<HTMLElement>;
}

interface Element {
  closest<Tag extends keyof HTMLElementTagNameMap>(tag: Tag): HTMLElementTagNameMap[Tag] | null;
  closest(selector: string): HTMLElement | null;
}

/** Properties for `make`; names with a hyphen are attributes. */
type Properties<Tag extends keyof HTMLElementTagNameMap> =
  Partial<Omit<HTMLElementTagNameMap[Tag], "dataset" | "role">> & {
    dataset?: Record<string, string | number>;
    role?: string;
    for?: string;
    [attribute: `aria-${string}`]: string;
  };

type Child = Node | string | null | undefined;

interface NumberField extends HTMLInputElement {
  show(value: number | undefined, standard?: number): void;
}

interface NumberFieldOptions {
  label: string;
  unit?: string;
  low?: number;
  high?: number;
  step?: number;
  fine?: number;
  className?: string;
  onChange(change: Change | undefined): void;
}

interface SliderOptions {
  label: string;
  step: number;
  fine: number;
  grain: number;
  onBegin(): (change: Change) => void;
  onEnd(): void;
}

interface SliderView {
  values: number[];
  range: [number, number];
  /** Ranges to mark. */
  limits?: [number, number][];
  /** Added to the spoken value. */
  note?: string;
}

interface Slider {
  element: HTMLElement;
  show(view: SliderView): void;
}

/** How a pattern follows its sound. */
type GenerateValues = Required<Omit<Questions["generate"]["values"], "name" | "sound">>;

type NumericValue = "sensitivity" | "gain" | "resolution" | "lowSharpness" | "highSharpness";

/** Maps an old value to the new one. */
type Change = (before: number) => number;

// The page's parts.

type AudioOutput = import("./Page/player/audio-output.js").AudioOutput;
type Downloads = import("./Page/files/downloads.js").Downloads;
type Drafts = import("./Page/files/drafts.js").Drafts;
type EditorActions = import("./Page/timeline/editor-actions.js").EditorActions;
type Files = import("./Page/files/files.js").Files;
type Latency = import("./Page/player/latency.js").Latency;
type LiveConnection = import("./Page/server/live-connection.js").LiveConnection;
type LiveSound = import("./Page/player/live-sound.js").LiveSound;
type MotorReach = import("./Page/inspector/motor-reach.js").MotorReach;
type Palette = import("./Page/sound/palette.js").Palette;
type PatternDocument = import("./Page/edits/document.js").Document;
type Recorder = import("./Page/sound/recorder.js").Recorder;
/** What answers the page: its server, or the module. */
type Backend = import("./Page/server/server.js").Server | import("./Page/module/module-backend.js").ModuleBackend;
type Server = Backend;
type Settings = import("./Page/studio/settings.js").Settings;
type SoundSource = import("./Page/files/sound-source.js").SoundSource;
type Soundtrack = import("./Page/sound/soundtrack.js").Soundtrack;
type Studio = import("./Page/studio/studio.js").Studio;
type Theme = ReturnType<typeof import("./Page/base/theme.js").theme>;
type TimeScale = import("./Page/pattern/time-scale.js").TimeScale;
type Timeline = import("./Page/timeline/timeline.js").Timeline;
type Transport = import("./Page/sound/transport.js").Transport;
type WaveDetail = import("./Page/timeline/wave-detail.js").WaveDetail;

/** A sound to align to, from a time in the pattern. */
interface Track {
  source: import("./Page/player/track-sound.js").TrackSound;
  start: number;
  name: string;
  isMuted: boolean;
  /** Moves the track, while it is dragged too. */
  moveTo: (start: number) => void;
  /** Remembers where the track is now. */
  keepPlace: () => void;
}

// The picture.

/** A place in the timeline, points. */
interface Place {
  x: number;
  y: number;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A row of the timeline; see Page/picture/lanes.js. */
interface Lane {
  name: string;
  /** Of the height. */
  share: number;
  /** Values at the bottom and at the top. */
  range: [low: number, high: number];
  /** `used` are the names of the lanes that show a control of the pattern. */
  isShown(shown: { scene: Pick<Scene, "sounds">; used: Set<string>; track: Track | undefined }): boolean;
  title(view: View): string;
  values(panel: Panel, view: View): { at: number; label: string }[];
  /** Draws beside the panel. */
  drawScale?(c: CanvasRenderingContext2D, view: View, panel: Panel): void;
  /** Draws below events, and events. */
  drawUnder?(c: CanvasRenderingContext2D, view: View): void;
  drawEvents?(c: CanvasRenderingContext2D, view: View): void;
  /** The item under the pointer: by marks and edges or, if no lane has one, by bodies. */
  hitMark?(view: View, x: number, y: number, reach: number): Hit | undefined;
  hitBody?(view: View, x: number, y: number): Hit | undefined;
}

interface Hit {
  key: string;
  part: string;
}

interface Panel {
  lane: Lane;
  name: string;
  top: number;
  height: number;
  bottom: number;
  y(value: number): number;
  value(y: number): number;
  /** Change in value for a downward move of some pixels. */
  step(points: number): number;
  /** For additive controls: −1…1 over the whole panel. */
  added(value: number): number;
}

/** By name; the first three are always there. */
interface Panels extends Map<string, Panel> {
  get(name: "intensity" | "sharpness" | "wave"): Panel;
  get(name: string): Panel | undefined;
}

type ControlPath = import("./Page/pattern/control-path.js").ControlPath;
/** By control. */
type ControlPaths = Map<string, ControlPath>;
type Envelope = ReturnType<typeof import("./Page/pattern/envelope.js").envelopeOf>;

/** An event as drawn. */
interface SceneMark {
  event: PatternEvent;
  key: string;
  time: number;
  end: number;
  /** Without controls. */
  level: number;
}

interface SceneTap extends SceneMark {
  /** The level with controls. */
  played: number;
  sharpness: number;
  release?: undefined;
}

interface SceneHold extends SceneMark {
  /** Sharpness without controls. */
  base: number;
  envelope: Envelope;
  release: number;
  /** Whether a control moves the sharpness. */
  moves: boolean;
  levelAt(time: number): number;
  sharpnessAt(time: number): number;
}

interface SceneSound extends SceneMark {
  release: number;
  peaks?: number[];
  seconds?: number;
  loops: boolean;
  name: string;
  isMissing: boolean;
  row: number;
  levelAt(time: number): number;
}

interface Scene {
  pattern: Pattern;
  soundSeconds: Map<string, SoundNote>;
  paths: ControlPaths;
  marks: WeakMap<PatternItem, SceneTap | SceneHold>;
  taps: SceneTap[];
  holds: SceneHold[];
  sounds: SceneSound[];
  end: number;
  isEmpty: boolean;
  /** Number of rows of sounds. */
  rows: number;
}

interface View {
  scene: Scene;
  /** The scene's events that are heard and those that are not, if some are not. */
  parts?: { loud: Scene; quiet: Scene };
  isGhost: boolean;
  width: number;
  height: number;
  scale: TimeScale;
  panels: Panels;
  colors: Theme;
  grid: { step: number; strong: number } | undefined;
  /** Seconds of a beat, if there is a tempo. */
  beat: number | undefined;
  wave: Wave | null | undefined;
  track: Track | undefined;
  fitsWave: boolean;
  detail: WaveRange | undefined;
  selected: Set<string>;
  hovered: string | undefined;
  loop: Loop | undefined;
  markers: Marker[];
  position: number;
  font(size: number): string;
}

/** What a drag of the timeline does; `followsTime` keeps it inside the visible range. */
interface Drag {
  followsTime?: boolean;
  /** Values to show at the pointer. */
  words?: string;
  from?: Place;
  isMoving?: boolean;
  start?(place: Place, event: PointerEvent): unknown;
  move?(place: Place, event: PointerEvent): unknown;
  end?(place: Place, event: PointerEvent): unknown;
  /** Takes back what the drag did. */
  cancel?(): unknown;
}

/** A point of the timeline from which a drag shapes the selection. */
interface Handle extends Place {
  cursor: string;
  begin(timeline: Timeline): Drag;
}

interface BannerAction {
  name: string;
  /** Keeps the banner open. */
  stays?: boolean;
  run(): unknown;
}

interface Banner {
  text: string;
  severity?: string;
  actions?: BannerAction[];
  canClose?: boolean;
  /** Document or path. */
  file?: unknown;
}

// Parsed patterns and their edits.

interface Pattern {
  text: string;
  root: TextNode | undefined;
  problems: { offset: number; message: string }[];
  list: TextNode | undefined;
  entries: Entry[];
  events: PatternEvent[];
  parameters: PatternParameter[];
  curves: PatternCurve[];
  items: Map<string, PatternItem>;
  duration: number;
  description: string;
  groups: Group[];
}

/** A named range of time. */
interface Group {
  name: string;
  time: number;
  duration: number;
}

/** An entry of the pattern's list; broken ones have no part. */
interface Entry {
  event?: PatternEvent;
  parameter?: PatternParameter;
  curve?: PatternCurve;
}

/** A JSON value or member with its position. */
type TextNode = import("./Page/pattern/json-node.js").Node;

interface ItemBase {
  key: string;
  /** Index of its entry. */
  index: number;
  node: TextNode;
  time: number;
}

interface PatternEvent extends ItemBase {
  kind: "event";
  entry: TextNode;
  type: string;
  duration?: number;
  given: Map<string, { node?: TextNode; value: number | undefined; item: TextNode }>;
  waveform: string;
  loops: boolean;
  usesEnvelope: boolean;
  isHaptic: boolean;
  isTap: boolean;
  isKnown: boolean;
  id?: undefined;
  value?: undefined;
  points?: undefined;
  curve?: undefined;
  place?: undefined;
}

/** What only events have, of the other items. */
interface NoEvent extends ItemBase {
  type?: undefined;
  duration?: undefined;
  given?: undefined;
  waveform?: undefined;
  loops?: undefined;
  usesEnvelope?: undefined;
  isHaptic?: undefined;
  isTap?: undefined;
  isKnown?: undefined;
  /** Control. */
  id: string;
}

interface PatternParameter extends NoEvent {
  kind: "parameter";
  entry: TextNode;
  value: number;
  points?: undefined;
  curve?: undefined;
  place?: undefined;
}

interface PatternCurve extends NoEvent {
  kind: "curve";
  entry: TextNode;
  list: TextNode | undefined;
  points: PatternPoint[];
  value?: undefined;
  curve?: undefined;
  place?: undefined;
}

interface PatternPoint extends NoEvent {
  kind: "point";
  value: number;
  curve: PatternCurve;
  place: number;
  /** From the curve's start. */
  offset: number;
  points?: undefined;
}

type PatternItem = PatternEvent | PatternParameter | PatternCurve | PatternPoint;

interface Edit {
  start: number;
  end: number;
  text: string;
}

type MakeEdits = (pattern: Pattern, item: PatternItem, value?: number) => Edit[];

/** A new text with the keys of new items. */
interface Added {
  text: string;
  keys: string[];
}

/** A step of the history. */
interface Step {
  text: string;
  selection: string[];
  label: string;
  /** Of a version that its author named. */
  name?: string;
}

interface ChangeOptions {
  selection?: string[];
  /** Changes with the same mark are undone together. */
  mark?: string;
  /** A name for the history, or a function that makes it from the changed pattern. */
  label?: string | ((after: Pattern) => string);
}

interface Marker {
  time: number;
  name: string;
}

// Events between the parts, by name, with what listeners get.

interface StudioEvents {
  document: PatternDocument | undefined;
  closed: PatternDocument;
  text: { isFlip?: boolean } | undefined;
  selection: undefined;
  saved: undefined;
  slots: undefined;
  /** Steps were recalled or named. */
  history: undefined;
  drafts: undefined;
  markers: undefined;
  tool: undefined;
  grid: undefined;
  reach: undefined;
  analysis: undefined;
  felt: undefined;
  take: { version: Version; facts: TakeFacts };
  layers: undefined;
  pasted: { text: string; keys: string[]; again: (other: string, later: number) => unknown; what?: string };
  /** A document was made from its sound, or is now kept elsewhere. */
  source: PatternDocument;
  /** Another pattern is wanted from the same sound. */
  generate: SoundSource;
}

interface DocumentEvents {
  text: undefined;
  selection: undefined;
  saved: undefined;
  slots: undefined;
  history: undefined;
}

interface SettingsEvents {
  change: Partial<Settings>;
}

interface TransportEvents {
  state: undefined;
  position: undefined;
  loop: undefined;
  gain: undefined;
  meter: Meter | undefined;
}

interface ServerEvents {
  unreachable: undefined;
  stranger: import("./Page/server/server.js").Refusal;
}

interface TimelineEvents {
  drawn: undefined;
}

interface PaletteEvents {
  tap: Press;
  hold: Press;
  release: undefined;
}

interface KeepingEvents {
  lost: { table: import("./Page/base/database.js").Table; reason: string };
  again: { table: import("./Page/base/database.js").Table };
}

interface FilesEvents {
  list: undefined;
}

/** The connection's own, and the server's messages; see Docs/StudioProtocol.md. */
interface LiveEvents {
  open: undefined;
  lost: { pause: number; failures: number };
  samples: Float32Array;
  state: { engine: string; sound: { to: string; name: string; rate: number; delay: number } };
  trace: { entries: { time: number; kind: string; text: string }[] };
  meter: Meter & { position?: number | null; isPlaying: boolean };
  ended: undefined;
  failed: { to: string; message: string };
  done: { id: number; milliseconds: number };
  changed: { path?: string };
}

/** What a request, or the use of its answer, failed with. */
type Failure = Error & Partial<Pick<import("./Page/server/server.js").Refusal, "status" | "code" | "body">>;

// Playing.

/** Seconds. */
interface Loop {
  start: number;
  end: number;
  isWhole?: boolean;
}

type Version = Required<Pick<Questions["take"]["values"], "text" | "path" | "actuator" | "monitor">>;

interface Player {
  play(version: Version, offset: number | (() => number), loop?: Loop, other?: Version): unknown;
  stop(): void;
  readonly position: number | undefined;
  readonly meter: Meter | undefined;
}

/** dBFS. */
interface Meter {
  peak: number;
  level: number;
}

/** Of the samples that were played last; full scale is 1. */
interface PlayedLevel {
  peak: number;
  power: number;
}

interface Press {
  intensity: number;
  sharpness: number;
}

// Responses of the server; see Docs/StudioProtocol.md.

interface Session {
  folder?: string;
  writable: boolean;
  sampleRate?: number;
  actuators: Choice[];
  monitors: Choice[];
  /** The monitor that suits the machine, with its volume in dB. */
  monitor: { name: string; gain: number; reason?: string };
  devices: Choice[];
  exports?: ExportFormat[];
  hasPhonePage?: boolean;
}

/** The response to `GET /api/phone`. */
interface PhoneFacts {
  /** Absent once a phone has used the code. */
  link?: string;
  code?: { width: number; path: string };
  /** Why there is a link and no code. */
  problem?: string;
  phones: string[];
}

/** The open pattern, for the phone page. */
interface PhoneState {
  version: number;
  condition: "ready" | "empty" | "broken" | "large";
  seconds?: number;
  taps?: number;
  holds?: number;
  cutSeconds?: number;
  vibration?: number[];
  vibrationDifference?: string;
}

interface Listing {
  files: FileRow[];
  library: FileRow[];
  isCut?: boolean;
  isPolled?: boolean;
}

interface FileRow {
  path: string;
  /** Files of the folder; with the time they identify a version. */
  size?: number;
  modified?: number;
  title?: string;
  about?: string;
}

interface FileText {
  text: string;
  revision: string;
  writable: boolean;
  notes: string[];
  /** The other file of a pair. */
  partner?: string;
}

interface Saved {
  revision: string;
  kept?: string;
}

interface RefusalBody {
  error?: { code: string; message: string };
  revision?: string;
  kept?: string;
}

// What the page adds to answers (Sources/Web/questions.d.ts).

interface Finding {
  /** Added by findings/analysis.js. */
  offset?: number;
  key?: string;
  time?: number;
}

interface Wave {
  /** The title of the motor that makes it. */
  motor?: string;
}

/**
 * The verdict on an event played on a motor, as in `thrum.feel/1`. `rank` is its place from worst to best;
 * `isFinding` means that the event is lost or changed.
 */
interface FeltEvent {
  index: number;
  time: number;
  verdict: string;
  rank: number;
  isFinding: boolean;
  decibelsOverThreshold: number;
}

interface FeltMotor {
  name: string;
  title?: string;
  events: FeltEvent[];
}


// Questions and answers of Thrum. Made from the list of questions in ThrumAnswers; do not edit.

/** A finding as `thrum lint --json` lists it. */
interface Diagnostic {
  code: string;
  title: string;
  severity: string;
  file: string;
  line?: number;
  column?: number;
  /** bytes */
  offset?: number;
  /** in the JSON */
  path: string;
  message: string;
  remedy: string;
  coreHapticsCode?: number;
}

/** A finding, or a verdict that an event is lost or changed. */
interface Finding {
  code: string;
  severity: string;
  /** from 1 */
  line?: number;
  /** from 1, in Unicode scalars */
  column?: number;
  /** in the JSON */
  path?: string;
  message: string;
  remedy?: string;
  /** what its cure does, if it has one */
  cure?: string;
  /** of a verdict */
  motor?: string;
  /** of its event among the haptic events */
  index?: number;
}

interface AnalysisAnswer {
  diagnostics: Finding[];
  /** s */
  duration?: number;
  /** if the text can be played */
  wave?: Wave;
  sounds: SoundNote[];
  /** if the text can be played */
  sound?: TakeFacts;
}

/** A sound that a pattern names. */
interface SoundNote {
  found: boolean;
  path: string;
  /** up to 400, full scale at 1 */
  peaks?: number[];
  seconds?: number;
}

/** Minimum and maximum of the acceleration in columns; it ends with the sound or after 30 minutes. */
interface Wave {
  signal: string;
  unit: string;
  seconds: number;
  low: number[];
  high: number[];
  /** RMS of each column */
  core: number[];
  peak: number;
  touchLevelDecibels?: number;
}

/** Columns of a range. */
interface WaveRange {
  /** s */
  from: number;
  /** s */
  to: number;
  low: number[];
  high: number[];
  /** RMS of each column */
  core: number[];
}

/** Where the samples of a version are. */
interface TakeFacts {
  take: string;
  sampleRate: number;
  /** frames of each block but the last one */
  blockFrames: number;
}

/** Gains that make two takes equally strong. */
interface LevelMatch {
  /** dB */
  gain: number;
  /** dB */
  otherGain: number;
}

/** Verdicts as `thrum feel --json` lists them. */
interface FeelReport {
  schema: string;
  path: string;
  motors: FeltMotorReport[];
}

interface FeltMotorReport {
  name: string;
  isPhone: boolean;
  events: FeltEventReport[];
}

interface FeltEventReport {
  index: number;
  /** s */
  time: number;
  verdict: string;
  isFinding: boolean;
  isLost: boolean;
  decibelsOverThreshold: number;
  decibelsAlone: number;
  reachedPercent: number;
  cure: FeltCure | null;
  advice: string | null;
}

/** A change of one value. */
interface FeltCure {
  kind: string;
  from: number;
  to: number;
}

/** Verdicts by motor. */
interface FeelAnswer {
  /** verdicts from worst to best */
  kinds: string[];
  /** with `around`: the judged ones among the haptic events */
  places?: number[];
  motors: FeltLane[];
  findings: Finding[];
}

/** Verdicts on one motor, for each judged haptic event in order. */
interface FeltLane {
  name: string;
  /** a digit: the index in `kinds` */
  verdicts: string;
  /** 1 if the event is lost or changed, or 0 */
  findings: string;
  /** tenths of dB above the threshold of touch */
  levels: number[];
}

/** What a motor does with an event, by sharpness. */
interface Reach {
  sharpness: number[];
  /** absent for eccentric motors */
  hertz?: number[];
  /** the lowest that is felt; `null` if even 1 is not */
  leastIntensity: (number | null)[];
}

/** A text after a cure. */
interface CuredText {
  text: string;
  /** what it did */
  title: string;
}

/** A converted text. */
interface ConvertedText {
  text: string;
  /** what was lost or changed */
  notes: string[];
}

interface PresetText {
  text: string;
}

interface GeneratedText {
  text: string;
  /** for asking again; the last two are kept */
  sound: number;
  /** what was removed from the sound, and why a pattern is empty */
  notes: string[];
}

/** Largest intensities in 32 columns, as digits 0…9. */
interface FileShape {
  revision: string;
  seconds: number;
  taps: string;
  holds: string;
}

interface Catalogue {
  version: string;
  actuators: Choice[];
  /** of files that are patterns */
  endings: string[];
  monitors: Choice[];
  exports: ExportFormat[];
  presets: Choice[];
}

/** A value of a setting. */
interface Choice {
  name: string;
  /** for people, if it differs */
  title?: string;
  about: string;
}

interface ExportFormat {
  id: string;
  title: string;
  ending: string;
  group: string;
}

/** By name: the arguments, and the answer. A `file` is sent beside them. */
interface Questions {
  /** Findings, as `thrum lint --json` lists them */
  lint: {
    values: {
      /** the pattern as AHAP */
      text?: string;
      /** where the text is */
      path?: string;
    };
    answer: Diagnostic[];
  };
  /** Findings with their cures, the sounds, and the acceleration in columns */
  analyse: {
    values: {
      /** the pattern as AHAP */
      text: string;
      /** where the text is, for finding its sounds */
      path?: string;
      /** the motor; without it, the host's first */
      actuator?: string;
      /** how the haptics are made audible; without it, “full” */
      monitor?: string;
      /** volume, −120 to 40 dB; without it, 0 */
      gain?: number;
      /** of the sound, Hz; without it, 48,000 */
      sampleRate?: number;
      /** 1 to 8192; without it, 1000 */
      columns?: number;
    };
    answer: AnalysisAnswer;
  };
  /** A range of the acceleration in columns, each of at least one sample; `to` is clamped to the end */
  wave: {
    values: {
      /** the pattern as AHAP */
      text: string;
      /** where the text is, for finding its sounds */
      path?: string;
      /** the motor; without it, the host's first */
      actuator?: string;
      /** how the haptics are made audible; without it, “full” */
      monitor?: string;
      /** volume, −120 to 40 dB; without it, 0 */
      gain?: number;
      /** of the sound, Hz; without it, 48,000 */
      sampleRate?: number;
      /** start, s */
      from: number;
      /** end, s */
      to: number;
      /** 1 to 8192; without it, 1000 */
      columns?: number;
    };
    answer: WaveRange;
  };
  /** The text without a finding, or without any of its code */
  cure: {
    values: {
      /** the pattern as AHAP */
      text: string;
      /** where the text is, for finding its sounds */
      path?: string;
      /** the finding's code */
      code: string;
      /** its line */
      line?: number;
      /** its column */
      column?: number;
      /** whether all findings with the code are cured */
      all?: boolean;
    };
    answer: CuredText;
  };
  /** The number under which a version's samples can be asked for */
  take: {
    values: {
      /** the pattern as AHAP */
      text: string;
      /** where the text is, for finding its sounds */
      path?: string;
      /** the motor; without it, the host's first */
      actuator?: string;
      /** how the haptics are made audible; without it, “full” */
      monitor?: string;
      /** volume, −120 to 40 dB; without it, 0 */
      gain?: number;
      /** of the sound, Hz; without it, 48,000 */
      sampleRate?: number;
    };
    answer: TakeFacts;
  };
  /** Half a second of a take's samples, planar; empty beyond the end */
  block: {
    values: {
      /** the take's number */
      take: string;
      /** from 0 */
      index: number;
    };
    answer: ArrayBuffer | undefined;
  };
  /** The gains that make two takes equally strong, dB */
  match: {
    values: {
      /** a take */
      take: string;
      /** another */
      other: string;
    };
    answer: LevelMatch | undefined;
  };
  /** The beginning of a WAV file with a take's samples, interleaved */
  waveHeader: {
    values: {
      /** number of frames */
      frames: number;
      /** Hz; without it, 48,000 */
      sampleRate?: number;
    };
    answer: ArrayBuffer;
  };
  /** The verdicts on a motor, as `thrum feel --json` lists them */
  feel: {
    values: {
      /** the pattern as AHAP */
      text: string;
      /** where the text is, for finding its sounds */
      path?: string;
      /** the motor; without it, an iPhone's */
      motor?: string;
    };
    answer: FeelReport;
  };
  /** The verdicts on several motors in short, and findings with their cures */
  judge: {
    values: {
      /** the pattern as AHAP */
      text: string;
      /** where the text is, for finding its sounds */
      path?: string;
      /** names of motors */
      motors: string[];
      /** first and last second of what changed: only events near it are judged */
      around?: [number, number];
    };
    answer: FeelAnswer;
  };
  /** The text with an event made perceptible on a motor */
  cureFelt: {
    values: {
      /** the pattern as AHAP */
      text: string;
      /** where the text is, for finding its sounds */
      path?: string;
      /** the motor */
      motor: string;
      /** the event's place among the haptic events */
      index: number;
    };
    answer: CuredText;
  };
  /** A file of any format as AHAP, and what changes */
  convert: {
    values: {
      /** the file's name */
      name: string;
    };
    answer: ConvertedText;
  };
  /** A pattern in another format, and what it loses */
  export: {
    values: {
      /** the pattern as AHAP */
      text: string;
      /** where the text is, for finding its sounds */
      path?: string;
      /** `id` of one of the catalogue's exports */
      as: string;
      /** the file's name, without its ending */
      name: string;
    };
    answer: ConvertedText;
  };
  /** A pattern's outline for a small picture */
  shape: {
    values: {
      /** the file's name */
      name: string;
    };
    answer: FileShape;
  };
  /** A preset of the system's own haptics as AHAP */
  preset: {
    values: {
      /** the preset's name */
      name: string;
    };
    answer: PresetText;
  };
  /** Motors, monitors, formats and presets */
  catalogue: {
    values: {
    };
    answer: Catalogue;
  };
  /** What a motor makes perceptible, by sharpness */
  reach: {
    values: {
      /** the motor; without it, the host's first */
      actuator?: string;
      /** length of one continuous event; without it, one transient */
      seconds?: number;
    };
    answer: Reach;
  };
  /** Names of the sounds that a pattern plays */
  waveforms: {
    values: {
      /** the pattern as AHAP */
      text: string;
      /** where the text is, for finding its sounds */
      path?: string;
    };
    answer: string[];
  };
  /** A pattern from a sound */
  generate: {
    values: {
      /** the sound's name */
      name: string;
      /** instead of the file, the number of a sound that was sent before */
      sound?: number;
      /** 0 to 1; without it, 0.5 */
      sensitivity?: number;
      /** dB, −24 to 24; without it, 0 */
      gain?: number;
      /** 0 to 1; without it, 0.5 */
      resolution?: number;
      /** of low frequencies; without it, 0 */
      lowSharpness?: number;
      /** of high frequencies; without it, 1 */
      highSharpness?: number;
      /** whether there are transients */
      hasTransients?: boolean;
      /** whether there are continuous events */
      hasContinuous?: boolean;
    };
    answer: GeneratedText | undefined;
  };
}

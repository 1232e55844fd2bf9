// Plays the page's sounds in a loop, and flips between them at the same position. Without this script, each sound has
// the browser's own controls.

(() => {
  /**
   * @typedef {{ left: number, width: number }} Place
   * @typedef {{ narrow: Place, wide: Place, from: number, to: number }} Picture
   * @type {{ patterns: { letter: string, seconds: number, gain: number, vibration: number[], picture?: Picture }[] }}
   */
  const { patterns } = JSON.parse(document.getElementById("data").textContent ?? "{}");
  const sounds = [...document.getElementsByTagName("audio")];
  const bar = document.getElementById("player");
  const canVibrate = typeof navigator.vibrate === "function" && matchMedia("(pointer: coarse)").matches;
  /** Loops of taps need a pause between them. */
  const length = Math.max(0.6, ...patterns.map(({ seconds }) => seconds));

  /** @type {AudioContext | undefined} Made at the first touch. */
  let made;
  const output = () => (made ??= new AudioContext());
  /** @type {{ sources: AudioBufferSourceNode[], gains: GainNode[], begin: number } | undefined} */
  let playing;
  let shown = 0;
  let vibrates = false;

  /** @param {string} name @param {() => void} run */
  function button(name, run) {
    const element = document.createElement("button");
    element.type = "button";
    element.textContent = name;
    element.addEventListener("click", run);
    bar.append(element);
    return element;
  }

  /** @param {HTMLAudioElement} sound */
  async function decoded(sound) {
    const text = atob(sound.src.slice(sound.src.indexOf(",") + 1));
    const context = output();
    const buffer = await context.decodeAudioData(Uint8Array.from(text, (letter) => letter.charCodeAt(0)).buffer);
    const { numberOfChannels, sampleRate } = buffer;
    const whole = context.createBuffer(numberOfChannels, Math.ceil(length * sampleRate), sampleRate);
    for (let channel = 0; channel < numberOfChannels; channel += 1) {
      whole.copyToChannel(buffer.getChannelData(channel), channel);
    }
    return whole;
  }

  async function start() {
    const context = output();
    await context.resume();
    const buffers = await Promise.all(sounds.map(decoded));
    for (const sound of sounds) sound.pause();
    const begin = context.currentTime + 0.05;
    const gains = buffers.map((_, index) => {
      const gain = context.createGain();
      gain.gain.value = index === shown ? 10 ** (patterns[index].gain / 20) : 0;
      gain.connect(context.destination);
      return gain;
    });
    const sources = buffers.map((buffer, index) => {
      const source = context.createBufferSource();
      source.buffer = buffer;
      source.loop = true;
      source.connect(gains[index]);
      source.start(begin);
      return source;
    });
    playing = { sources, gains, begin };
    vibrate();
    show();
  }

  function stop() {
    for (const source of playing?.sources ?? []) source.stop();
    playing = undefined;
    if (vibrates) navigator.vibrate(0);
    show();
  }

  /** @param {number} index */
  function flip(index) {
    shown = index;
    playing?.gains.forEach(({ gain }, place) =>
      gain.setTargetAtTime(place === shown ? 10 ** (patterns[place].gain / 20) : 0, output().currentTime, 0.005));
    show();
  }

  /** Starts the motor with each pass. */
  function vibrate() {
    const pass = playing;
    if (!pass || !vibrates) return;
    navigator.vibrate(patterns[shown].vibration);
    const next = length - ((output().currentTime - pass.begin) % length);
    setTimeout(() => pass === playing && vibrate(), next * 1000);
  }

  const play = button("Play", () => void (playing ? stop() : start()));
  play.id = "play";
  const letters = patterns.length > 1
    ? patterns.map(({ letter }, index) => {
      const made = button(letter, () => flip(index));
      made.setAttribute("aria-label", `Pattern ${letter}`);
      return made;
    }) : [];
  const motor = canVibrate ? button("Vibrate", () => {
    vibrates = !vibrates;
    if (!vibrates) navigator.vibrate(0);
    show();
  }) : undefined;
  const progress = document.createElement("progress");
  progress.max = length;
  progress.setAttribute("aria-label", "Position");
  bar.append(progress);

  /** As in the picture's sources. */
  const narrow = matchMedia("(max-width: 600px)");
  const heads = [...document.querySelectorAll("section.pattern")].map((section) => section.querySelector(".playhead"));

  /** @param {number | undefined} time in the loop, or for each sound that plays alone */
  function moveHeads(time) {
    heads.forEach((head, index) => {
      const { picture } = patterns[index];
      if (!(head instanceof HTMLElement) || !picture) return;
      const alone = sounds[index];
      const now = time ?? (alone.paused ? undefined : alone.currentTime);
      head.hidden = now === undefined || now < picture.from || now > picture.to;
      if (now === undefined) return;
      const { left, width } = narrow.matches ? picture.narrow : picture.wide;
      head.style.left = `${100 * (left + width * (now - picture.from) / (picture.to - picture.from))}%`;
    });
  }

  function showAlone() {
    if (playing) return;
    moveHeads(undefined);
    if (sounds.some((sound) => !sound.paused)) requestAnimationFrame(showAlone);
  }
  for (const sound of sounds) {
    for (const change of ["play", "pause", "seeked"]) sound.addEventListener(change, showAlone);
  }

  function show() {
    play.textContent = playing ? "Stop" : "Play in a loop";
    letters.forEach((letter, index) => letter.setAttribute("aria-pressed", String(index === shown)));
    motor?.setAttribute("aria-pressed", String(vibrates));
    const time = playing && Math.max(0, output().currentTime - playing.begin) % length;
    progress.value = time ?? 0;
    moveHeads(time);
    if (playing) requestAnimationFrame(show);
  }

  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLMediaElement) return;
    const index = patterns.findIndex(({ letter }) => letter.toLowerCase() === event.key.toLowerCase());
    if (index >= 0 && patterns.length > 1) flip(index);
  });
  bar.hidden = false;
  show();
})();

// What can be heard and felt of the lodge: rain, a tile laid, a bell, a tremor. All of it is made
// here, of noise and sines; it knows when the browser lets it sound, and nothing of the game.

const RAIN = 0.16; // how loud each is at most, where 1 is all that a loudspeaker gives
const CLICK = 0.5;
const BELL = 0.12;
const STRIKE = 587; // Hz: the bell's own note
const PARTIALS = [[1, 1, 2.2], [2, 0.4, 1.3], [2.76, 0.22, 0.7]]; // of it: height, loudness, seconds
const PANES = [[-0.6, 1], [0.6, 0.83]]; // side and pace: two, so that the rain never repeats itself
const APART = 60; // ms between two clicks: what is caught up with is one
const MOST = 12; // voices at once, also while the browser holds them back
const LINGERS = 10_000; // ms of silence before the loudspeaker is let go, for opening it takes time

const { body } = document;
const cues = { click, bell, vibration };
let context; // made as soon as it may sound
let noise; // some seconds of it, to cut rain and clicks from
let rain; // its panes, while it falls
let voices = 0;
let clicked = -APART;
let resting;

window.lodge.cue = (name) => cues[name]();
new MutationObserver(settle).observe(body, { attributeFilter: ["data-sounds"] });
for (const press of ["click", "keydown"]) addEventListener(press, onPress, true);
document.addEventListener("visibilitychange", settle);

// Browsers let a page sound after a press, some of them within one only.
function onPress({ target }) {
  if (body.dataset.sounds !== "none" || target.closest?.("[data-sound]:checked")) awake();
  settle();
}

// Let the rain fall or stop as is wanted, none of it behind another tab.
function settle() {
  const falls = !document.hidden && body.dataset.sounds.split(" ").includes("rain");
  if (falls && !rain && awake()) rain = PANES.map(([side, pace]) => pane(side, pace));
  if (!falls && rain) {
    for (const { source, level } of rain) {
      fade(level.gain, 0, 0.5);
      source.stop(context.currentTime + 0.6);
    }
    rain = undefined;
  }
  rest();
}

// Whether there is a context that sounds, or will as soon as the browser lets it.
function awake() {
  if (!navigator.userActivation?.hasBeenActive) return false; // asked before, it complains
  try {
    context ??= new AudioContext();
  } catch {
    return false; // refused: then it stays quiet
  }
  context.resume().catch(() => {}); // refused as well
  noise ??= patter();
  rest();
  return voices < MOST;
}

// An open loudspeaker costs something even when it is quiet.
function rest() {
  clearTimeout(resting);
  if (!context || voices) return;
  resting = setTimeout(() => context.suspend().catch(() => {}), document.hidden ? 0 : LINGERS);
}

// Let a source be heard through what stands in its way, and let go of all that once it has ended.
function sound(source, ...way) {
  const nodes = [source, ...way];
  [...nodes, context.destination].reduce((from, to) => from.connect(to));
  voices += 1;
  source.onended = () => {
    for (const node of nodes) node.disconnect();
    voices -= 1;
    rest();
  };
  rest();
}

// White noise in which drops fall, rising and sinking once within its length.
function patter() {
  const { sampleRate } = context;
  const buffer = new AudioBuffer({ length: 6 * sampleRate, sampleRate });
  const samples = buffer.getChannelData(0);
  let drop = 0;
  for (let at = 0; at < samples.length; at += 1) {
    drop = Math.random() < 40 / sampleRate ? 0.5 * Math.random() : drop * 0.996;
    const swell = 0.4 + 0.1 * Math.sin((2 * Math.PI * at) / samples.length);
    samples[at] = (2 * Math.random() - 1) * (swell + drop);
  }
  return buffer;
}

function pane(side, pace) {
  const source = new AudioBufferSourceNode(context, { buffer: noise, loop: true, playbackRate: pace });
  const level = new GainNode(context, { gain: 0 });
  const dull = new BiquadFilterNode(context, { type: "lowpass", frequency: 2400, Q: 0.3 });
  const thin = new BiquadFilterNode(context, { type: "highpass", frequency: 350, Q: 0.3 });
  sound(source, dull, thin, level, new StereoPannerNode(context, { pan: side }));
  source.start(0, Math.random() * noise.duration);
  fade(level.gain, RAIN, 3);
  return { source, level };
}

// From wherever it is just now: most of the way within so many seconds.
function fade(gain, to, seconds) {
  gain.setTargetAtTime(to, context.currentTime, seconds / 3);
}

// Bone on wood: a bright edge, and the table's low answer.
function click() {
  if (document.hidden || performance.now() - clicked < APART || !awake()) return;
  clicked = performance.now();
  const bright = between(1900, 3000);
  const edge = new AudioBufferSourceNode(context, { buffer: noise });
  const band = new BiquadFilterNode(context, { type: "bandpass", frequency: bright, Q: 1.4 });
  sound(edge, band, struck(between(0.7, 1) * CLICK, 0.001, 0.05));
  edge.start(0, Math.random() * (noise.duration - 1), 0.06);
  sine(between(190, 250), between(0.4, 0.6) * CLICK, 0.002, 0.09);
}

// Also behind another tab: that is where it is needed.
function bell() {
  if (!awake()) return;
  for (const [height, loudness, seconds] of PARTIALS) {
    sine(STRIKE * height, loudness * BELL, 0.01, seconds);
  }
}

function sine(frequency, loudness, rise, seconds) {
  const source = new OscillatorNode(context, { frequency });
  sound(source, struck(loudness, rise, seconds));
  source.start();
  source.stop(context.currentTime + seconds);
}

// Loudness as of something struck: up within `rise`, then ever slower down.
function struck(loudness, rise, seconds) {
  const level = new GainNode(context, { gain: 0 });
  const now = context.currentTime;
  level.gain.setValueAtTime(0, now);
  level.gain.linearRampToValueAtTime(loudness, now + rise);
  level.gain.exponentialRampToValueAtTime(loudness / 1000, now + seconds);
  return level;
}

function between(low, high) {
  return low + Math.random() * (high - low);
}

function vibration() {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate(60);
}

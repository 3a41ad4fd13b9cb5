import type { Face } from "./emotes.svelte";
import { kept } from "./kept";

export type Sound = "turn" | "card" | "turned" | "coins" | "denial" | "midnight" | "win" | "end" | Face;

interface Note {
  /** In hertz; 0 for the rustle of paper. */
  pitch: number;
  /** In seconds, as the length. */
  start: number;
  length: number;
  wave?: OscillatorType;
  /** Against the usual volume. */
  loud?: number;
}

function note(pitch: number, start: number, length: number, more: Partial<Note> = {}): Note {
  return { pitch, start, length, ...more };
}

/** Twelve strokes of a small bell, with the overtones of one. */
const STROKES = Array.from({ length: 12 }, (_, i) => i * 0.1).flatMap((start) => [
  note(392, start, 0.5, { wave: "sine", loud: 0.7 }),
  note(1085, start, 0.22, { wave: "sine", loud: 0.25 }),
]);

/** Few and quiet, made here. */
const NOTES: Record<Sound, Note[]> = {
  turn: [note(523, 0, 0.18)],
  card: [note(0, 0, 0.09, { loud: 1.6 })],
  turned: [note(0, 0, 0.14, { loud: 1.2 }), note(330, 0.5, 0.25), note(494, 0.62, 0.4)],
  coins: [
    note(1975, 0, 0.09, { wave: "sine" }),
    note(2637, 0.06, 0.14, { wave: "sine" }),
    note(2093, 0.13, 0.12, { wave: "sine", loud: 0.7 }),
  ],
  denial: [
    note(98, 0.05, 0.3, { wave: "sawtooth", loud: 0.8 }),
    note(0, 0.05, 0.2, { loud: 2 }),
    note(311, 0.3, 0.16, { wave: "square", loud: 0.4 }),
    note(466, 0.44, 0.4, { wave: "square", loud: 0.4 }),
  ],
  midnight: STROKES,
  win: [
    note(392, 0, 0.2),
    note(494, 0.16, 0.2),
    note(587, 0.32, 0.24),
    note(784, 0.5, 0.7),
    note(988, 0.5, 0.7, { loud: 0.5 }),
  ],
  end: [note(392, 0, 0.2), note(494, 0.18, 0.2), note(587, 0.36, 0.5)],
  laugh: [note(659, 0, 0.08), note(587, 0.1, 0.08), note(659, 0.2, 0.08), note(587, 0.3, 0.12)],
  bravo: [note(0, 0, 0.07, { loud: 2 }), note(0, 0.12, 0.07, { loud: 2 }), note(784, 0.22, 0.25)],
  wow: [note(440, 0, 0.12, { wave: "sine" }), note(659, 0.1, 0.12, { wave: "sine" }), note(880, 0.2, 0.3)],
  think: [note(370, 0, 0.16, { wave: "sine" }), note(415, 0.2, 0.24, { wave: "sine" })],
  sly: [note(311, 0, 0.12), note(370, 0.12, 0.12), note(311, 0.24, 0.22)],
  cry: [note(523, 0, 0.2, { wave: "sine" }), note(466, 0.18, 0.2, { wave: "sine" }), note(392, 0.36, 0.4)],
  angry: [note(110, 0, 0.16, { wave: "sawtooth" }), note(104, 0.18, 0.26, { wave: "sawtooth" })],
  sleep: [note(196, 0, 0.35, { wave: "sine" }), note(165, 0.4, 0.5, { wave: "sine" })],
};
const VOLUME = 0.05;
const LEAST = 0.0001;
let audio: AudioContext | null = null;
let paper: AudioBuffer | null = null;

export function play(sound: Sound): void {
  if (!kept.isLoud()) return;
  audio ??= new AudioContext();
  void audio.resume(); // a page that nobody has touched yet starts it asleep
  for (const one of NOTES[sound]) sing(audio, one);
}

function sing(on: AudioContext, { pitch, start, length, wave = "triangle", loud = 1 }: Note): void {
  const begin = on.currentTime + start;
  const volume = on.createGain();
  volume.gain.setValueAtTime(VOLUME * loud, begin);
  volume.gain.exponentialRampToValueAtTime(LEAST, begin + length);
  volume.connect(on.destination);
  const source = pitch ? tone(on, pitch, wave, volume) : rustle(on, volume);
  source.start(begin);
  source.stop(begin + length);
}

function tone(on: AudioContext, pitch: number, wave: OscillatorType, volume: GainNode): OscillatorNode {
  const source = on.createOscillator();
  source.type = wave;
  source.frequency.value = pitch;
  source.connect(volume);
  return source;
}

/** Noise without its lower half: a card on a table. */
function rustle(on: AudioContext, volume: GainNode): AudioBufferSourceNode {
  if (!paper) {
    paper = on.createBuffer(1, on.sampleRate / 4, on.sampleRate);
    const samples = paper.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  }
  const source = on.createBufferSource();
  source.buffer = paper;
  const filter = on.createBiquadFilter();
  filter.type = "highpass";
  filter.frequency.value = 2400;
  source.connect(filter).connect(volume);
  return source;
}

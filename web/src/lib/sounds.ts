import { kept } from "./kept";

export type Sound = "turn" | "card" | "end";

/** Few and quiet: each sound's notes as [hertz, start, length in seconds]. */
const NOTES: Record<Sound, [number, number, number][]> = {
  turn: [[523, 0, 0.18]],
  card: [[220, 0, 0.05]],
  end: [
    [392, 0, 0.2],
    [494, 0.18, 0.2],
    [587, 0.36, 0.5],
  ],
};
const VOLUME = 0.05;
let audio: AudioContext | null = null;

export function play(sound: Sound): void {
  if (!kept.isLoud()) return;
  audio ??= new AudioContext();
  void audio.resume(); // a page that nobody has touched yet starts it asleep
  const now = audio.currentTime;
  for (const [pitch, start, length] of NOTES[sound]) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = "triangle";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(VOLUME, now + start);
    volume.gain.exponentialRampToValueAtTime(0.0001, now + start + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(now + start);
    tone.stop(now + start + length);
  }
}

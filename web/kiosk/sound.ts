/** Tones and vibration of each verdict, for staff who look at people and not at the screen. */
import type { VerdictKind } from './model.ts';

/** Tones in hertz, each with its milliseconds. */
const tones: Record<VerdictKind, readonly (readonly [hertz: number, milliseconds: number])[]> = {
  ok: [
    [880, 90],
    [1320, 140],
  ],
  'offline-ok': [
    [880, 90],
    [1100, 140],
  ],
  again: [
    [660, 120],
    [660, 120],
  ],
  gate: [
    [520, 160],
    [440, 220],
  ],
  refused: [[220, 450]],
  'offline-unknown': [
    [330, 180],
    [220, 300],
  ],
};
const shakes: Record<VerdictKind, number[]> = {
  ok: [80],
  'offline-ok': [80],
  again: [80, 80, 80],
  gate: [200, 80, 80],
  refused: [400],
  'offline-unknown': [200, 80, 200],
};

let context: AudioContext | undefined;

/** Browsers let a page sound once somebody has touched it; to be called then. */
export function wakeSound(): void {
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
}

export function sound(kind: VerdictKind): void {
  if ('vibrate' in navigator && navigator.userActivation?.hasBeenActive) navigator.vibrate(shakes[kind]);
  if (context?.state !== 'running') return;
  let at = context.currentTime;
  for (const [hertz, milliseconds] of tones[kind]) {
    const oscillator = new OscillatorNode(context, { type: 'square', frequency: hertz });
    const volume = new GainNode(context, { gain: 0.15 });
    oscillator.connect(volume).connect(context.destination);
    oscillator.start(at);
    at += milliseconds / 1_000;
    oscillator.stop(at);
    at += 0.03;
  }
}

/** Tells whether the service can be reached, by the last request and the browser. */
import { effect, signal } from '@preact/signals';
import { addressOf } from './address.ts';

export const online = signal(navigator.onLine);
/** When the browser lost its network last, in milliseconds since 1970. */
let lostAt = -Infinity;
addEventListener('online', () => (online.value = true));
addEventListener('offline', () => {
  lostAt = Date.now();
  online.value = false;
});

/** Takes note of an answer. One to a request from before the network was lost is only late, and says nothing of now. */
export function answered(askedAt: number): void {
  if (askedAt > lostAt) online.value = true;
}

/** Milliseconds between two looks for a service that does not answer: no event tells that it is back. */
const often = 5_000;

effect(() => {
  if (online.value) return;
  const timer = setInterval(() => void (navigator.onLine && look()), often);
  return () => clearInterval(timer);
});

const look = (askedAt = Date.now()) =>
  fetch(addressOf('/status'), { method: 'HEAD', cache: 'no-store' }).then(
    () => answered(askedAt),
    () => undefined,
  );

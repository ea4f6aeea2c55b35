/** Tells whether the service can be reached, by the last request and the browser. */
import { effect, signal } from '@preact/signals';
import { addressOf } from './address.ts';

export const online = signal(navigator.onLine);
addEventListener('online', () => (online.value = true));
addEventListener('offline', () => (online.value = false));

/** Milliseconds between two looks for a service that does not answer: no event tells that it is back. */
const often = 5_000;

effect(() => {
  if (online.value) return;
  const timer = setInterval(() => void (navigator.onLine && look()), often);
  return () => clearInterval(timer);
});

const look = () =>
  fetch(addressOf('/status'), { method: 'HEAD', cache: 'no-store' }).then(
    () => (online.value = true),
    () => undefined,
  );

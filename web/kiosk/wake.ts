/** Keeps the screen on. Browsers end it when the page is hidden, so it is asked for again when it is back. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | undefined;
  const ask = async () => {
    if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return;
    // Refused when the battery is low: then the screen may go off.
    lock = await navigator.wakeLock.request('screen').catch(() => undefined);
  };
  const again = () => void ask();
  void ask();
  document.addEventListener('visibilitychange', again);
  return () => {
    document.removeEventListener('visibilitychange', again);
    void lock?.release();
  };
}

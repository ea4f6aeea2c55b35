/** Keeps the screen on. Browsers end it when the page is hidden, so it is asked for again when it is back. Returns what ends it. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | undefined;
  let isOver = false;
  const ask = async () => {
    if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return;
    // Refused when the battery is low: then the screen may go off.
    lock = await navigator.wakeLock.request('screen').catch(() => undefined);
    if (isOver) void lock?.release();
  };
  const again = () => void ask();
  void ask();
  document.addEventListener('visibilitychange', again);
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', again);
    void lock?.release();
  };
}

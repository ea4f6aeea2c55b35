/** Tells that somebody comes back to the page: its tab is shown, or its window is in front again. */

/** Returns what ends it. A page may be told twice of one return. */
export function onFront(then: () => unknown): () => void {
  const look = () => void (document.visibilityState === 'visible' && then());
  document.addEventListener('visibilitychange', look);
  addEventListener('focus', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    removeEventListener('focus', look);
  };
}

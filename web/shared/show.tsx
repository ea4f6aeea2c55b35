/** Renders a page into its HTML. */
import { render, type ComponentChild } from 'preact';
import './style.css';

export function show(page: ComponentChild): void {
  const place = document.getElementById('page');
  if (!place) throw new Error('The page has no place to stand.');
  addEventListener('wheel', leaveNumber, { capture: true, passive: true });
  place.replaceChildren();
  render(page, place);
}

/** The wheel scrolls the page; over a number that has the focus, the browser would change that instead. */
function leaveNumber({ target }: WheelEvent): void {
  const isNumber = target instanceof HTMLInputElement && target.type === 'number';
  if (isNumber && target === document.activeElement) target.blur();
}

/** Renders a page into its HTML. */
import { render, type ComponentChild } from 'preact';
import './style.css';

export function show(page: ComponentChild): void {
  const place = document.getElementById('page');
  if (!place) throw new Error('The page has no place to stand.');
  place.replaceChildren();
  render(page, place);
}

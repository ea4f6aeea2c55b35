/** Keys pressed anywhere on the page, by a hand scanner or a person who types a code. */
import { HandScanner, meantBy } from './hand-scanner.ts';

const isField = (element: Element | null): element is HTMLInputElement => element instanceof HTMLInputElement;

/** Takes out of a field what the scanner typed into it. Where codes are typed that is all there is. */
function takeBack(field: Element | null, code: string, typing: HTMLInputElement): string {
  if (!isField(field) || !field.value.endsWith(code)) return code;
  const taken = field === typing ? field.value : code;
  field.value = field.value.slice(0, -taken.length);
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  return taken;
}

/**
 * Listens to the keys of the page.
 * @param typing Where a code is typed; keys that belong to no field go there.
 * @returns Stops listening.
 */
export function listenToKeys(typing: HTMLInputElement, onCode: (code: string) => void): () => void {
  const scanner = new HandScanner();
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    const scanned = scanner.press(event);
    if (scanned !== null) {
      event.preventDefault();
      onCode(meantBy({ ...scanned, typed: takeBack(document.activeElement, scanned.typed, typing) }));
      return;
    }
    // A space presses a button, and belongs to no code.
    if (event.key.length === 1 && event.key !== ' ' && !isField(document.activeElement)) typing.focus();
  };
  document.addEventListener('keydown', press, { capture: true });
  return () => document.removeEventListener('keydown', press, { capture: true });
}

import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../../shared/button.tsx';
import { hush, LastSaid } from './said.tsx';

interface Props {
  readonly title: string;
  /** Called when it is closed, also by Escape. */
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** What gets the focus first: what asks for it, the first field, else the heading, so that Enter changes nothing. */
const beginnings = ['[data-first]', 'input, select, textarea', 'h2'];

/** A window above the page. The browser keeps the focus inside and gives it back afterwards. */
export function Dialog({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const shown = dialog.current;
    // What was said before belongs to the page.
    hush();
    shown?.showModal();
    const first = beginnings.map((each) => shown?.querySelector<HTMLElement>(each)).find(Boolean);
    first?.focus();
    return () => shown?.close();
  }, []);
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby={id} onClose={onClose}>
      <div class="row spread">
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        <Button kind="bare" onClick={onClose} aria-label="Close">
          ✕
        </Button>
      </div>
      {children}
      <LastSaid />
    </dialog>
  );
}

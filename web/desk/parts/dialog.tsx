import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Button } from '../../shared/button.tsx';
import { LastSaid } from './said.tsx';

interface Props {
  readonly title: string;
  /** Called when it is closed, also by Escape. */
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A window above the page. The browser keeps the focus inside and gives it back afterwards. */
export function Dialog({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby={id} onClose={onClose}>
      <div class="row spread">
        <h2 id={id}>{title}</h2>
        <Button kind="bare" onClick={onClose} aria-label="Close">
          ✕
        </Button>
      </div>
      {children}
      <LastSaid />
    </dialog>
  );
}

import type { ComponentChild, ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from './button.tsx';
import './asking.css';

interface Props {
  /** Of the button that opens it. */
  readonly label: ComponentChild;
  readonly kind?: 'bare' | 'danger';
  readonly class?: string;
  /** Says more than the label, which it contains. */
  readonly 'aria-label'?: string;
  readonly testId: string;
  readonly title: string;
  readonly children: (close: () => void) => ComponentChild;
}

/** A button with a window that asks before something happens. The browser keeps the focus inside. */
export function Asking({ label, testId, title, children, ...looks }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  return (
    <>
      <Button {...looks} data-testid={testId} onClick={() => dialog.current?.showModal()}>
        {label}
      </Button>
      <dialog ref={dialog} class="ask" aria-labelledby={id}>
        <div class="stack">
          <h2 id={id}>{title}</h2>
          {children(() => dialog.current?.close())}
        </div>
      </dialog>
    </>
  );
}

interface Opened {
  readonly title: string;
  /** Called when it is closed, also by Escape. */
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** Such a window without a button, open as long as it is shown. */
export function Question({ title, onClose, children }: Opened) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="ask" aria-labelledby={id} onClose={onClose}>
      <div class="stack">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}

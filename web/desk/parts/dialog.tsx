import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../../shared/button.tsx';
import { online } from '../../shared/online.ts';
import { acts, decisions } from '../texts/en.ts';
import { hush, LastSaid } from './said.tsx';

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
  useLayoutEffect(() => {
    const shown = dialog.current;
    // An earlier message belongs to the page.
    hush();
    shown?.showModal();
    // An element that asks for it, a field, or the heading, where Enter changes nothing.
    const first =
      shown?.querySelector<HTMLElement>('[data-first]') ??
      shown?.querySelector<HTMLElement>('input, select, textarea') ??
      shown?.querySelector('h2');
    first?.focus();
    return () => shown?.close();
  }, []);
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby={id} onClose={onClose}>
      <div class="row spread">
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        <Button kind="bare" onClick={onClose} aria-label={acts.close}>
          ✕
        </Button>
      </div>
      <LastSaid />
      {children}
    </dialog>
  );
}

interface Asking {
  /** The text of the button that does it. */
  readonly label: string;
  readonly title: string;
  /** Says what will happen. */
  readonly children: ComponentChildren;
  readonly danger?: boolean;
  readonly onYes: () => Promise<unknown>;
  readonly onClose: () => void;
}
/** Asks before a change that cannot be undone. */
export function Sure({ label, title, children, danger = true, onYes, onClose }: Asking) {
  const yes = async () => {
    await onYes();
    onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{children}</p>
      <div class="row">
        <Button {...(danger && { kind: 'danger' as const })} onClick={yes}>
          {label}
        </Button>
        <Button kind="calm" onClick={onClose} data-first>
          {acts.cancel}
        </Button>
      </div>
    </Dialog>
  );
}

interface Caring extends Omit<Asking, 'onClose'> {
  /** For screen readers, where the label alone does not tell which one of a list it is about. */
  readonly about?: string;
  readonly kind?: 'bare';
  /** Without a network unless said. */
  readonly disabled?: boolean;
}

/** A button for a change that cannot be undone: it asks first. */
export function Careful({ about, kind, disabled, ...asking }: Caring) {
  const isOpen = useSignal(false);
  const { label, danger = true } = asking;
  return (
    <>
      <Button
        kind={kind ?? (danger ? 'danger' : 'calm')}
        disabled={disabled ?? !online.value}
        onClick={() => (isOpen.value = true)}
        {...(about && { 'aria-label': decisions.about(label, about) })}
      >
        {label}
      </Button>
      {isOpen.value && <Sure {...asking} onClose={() => (isOpen.value = false)} />}
    </>
  );
}

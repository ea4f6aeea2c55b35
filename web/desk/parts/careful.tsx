import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Button } from '../../shared/button.tsx';
import { Dialog } from './dialog.tsx';

interface Props {
  /** What the button says, and again the one that does it. */
  readonly label: string;
  /** For screen readers, where the label alone does not tell which one of a list it is about. */
  readonly about?: string;
  readonly title: string;
  /** What will happen. */
  readonly children: ComponentChildren;
  readonly kind?: 'bare';
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly onYes: () => Promise<unknown>;
}

/** A button for what cannot be taken back: it asks once. */
export function Careful({ label, about, title, children, kind, danger = true, disabled, onYes }: Props) {
  const isOpen = useSignal(false);
  const close = () => (isOpen.value = false);
  const yes = async () => {
    await onYes();
    close();
  };
  return (
    <>
      <Button
        kind={kind ?? (danger ? 'danger' : 'calm')}
        disabled={disabled ?? false}
        onClick={() => (isOpen.value = true)}
        {...(about && { 'aria-label': `${label}: ${about}` })}
      >
        {label}
      </Button>
      {isOpen.value && (
        <Dialog title={title} onClose={close}>
          <p>{children}</p>
          <div class="row">
            <Button {...(danger && { kind: 'danger' as const })} onClick={yes}>
              {label}
            </Button>
            <Button kind="calm" onClick={close} data-first>
              Cancel
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

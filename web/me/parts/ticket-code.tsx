/** The code of a ticket over the whole screen: white, and awake. */
import { useEffect, useRef } from 'preact/hooks';
import { keepAwake } from '../../shared/awake.ts';
import { Button } from '../../shared/button.tsx';
import { QrCode } from '../../shared/qr-code.tsx';
import { code as texts } from './texts/en.ts';

interface Props {
  readonly token: string;
  /** Its owner. */
  readonly name: string | undefined;
  readonly onClose: () => void;
}

/** Closed by Escape, and by a press anywhere. */
export function LargeCode({ token, name, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(keepAwake, []);
  return (
    <dialog
      ref={dialog}
      class="large paper"
      aria-label={texts.label}
      data-testid="ticket-large"
      onClose={onClose}
      onClick={() => dialog.current?.close()}
    >
      <QrCode text={token} label={texts.label} testId="ticket-qr-large" />
      {name && <p class="guest">{name}</p>}
      <Button kind="calm" onClick={() => dialog.current?.close()}>
        {texts.close}
      </Button>
    </dialog>
  );
}

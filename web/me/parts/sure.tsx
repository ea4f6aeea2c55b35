/** A button that asks before it does what cannot be taken back. */
import type { ComponentChild, ComponentProps } from 'preact';
import { Asking } from '../../shared/asking.tsx';
import { Button } from '../../shared/button.tsx';

interface Props extends Omit<ComponentProps<typeof Asking>, 'children'> {
  /** Its consequences. */
  readonly children: ComponentChild;
  /** The answers: to do it, as the button says unless given, and not to. */
  readonly yes?: string;
  readonly no: string;
  readonly act: () => unknown;
}

export function Sure({ children, yes, no, act, ...asking }: Props) {
  const agree = (close: () => void) => {
    close();
    return act();
  };
  return (
    <Asking kind="danger" {...asking}>
      {(close) => (
        <>
          {children}
          <div class="row">
            <Button kind="calm" onClick={close}>
              {no}
            </Button>
            <Button kind="danger" data-testid={`${asking.testId}-sure`} onClick={() => agree(close)}>
              {yes ?? asking.label}
            </Button>
          </div>
        </>
      )}
    </Asking>
  );
}

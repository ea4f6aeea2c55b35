import type { ComponentChild } from 'preact';
import { Button } from '../../shared/button.tsx';
import { isRefusal } from '../../../clients/typescript/src/index.ts';
import { Show, type useLoaded } from '../../shared/loaded.tsx';
import { isOffline } from '../../shared/refused.ts';
import { Notice } from '../../shared/notice.tsx';
import { leadToSignIn } from '../../shared/session.ts';
import { explain } from './explain.ts';

interface Props<T> {
  readonly of: ReturnType<typeof useLoaded<T>>;
  readonly children: (data: T) => ComponentChild;
}

/** Like `Show`, but says as well where what is shown could not be asked for again; the desk says by itself that it is offline. */
export function Shown<T>({ of, children }: Props<T>) {
  const { data, error, again } = of;
  if (isRefusal(error, 'UNAUTHENTICATED')) {
    return (
      <Notice kind="warn" action={<Button onClick={leadToSignIn}>Sign in</Button>}>
        {explain(error)}
      </Notice>
    );
  }
  if (data === undefined) return <Show of={of}>{children}</Show>;
  const retry = (
    <Button kind="calm" onClick={again}>
      Try again
    </Button>
  );
  return (
    <>
      {error && !isOffline(error) && (
        <Notice kind="warn" action={retry}>
          This may be out of date. {explain(error)}
        </Notice>
      )}
      {children(data)}
    </>
  );
}

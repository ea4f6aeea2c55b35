/** The result of the last action, or why it was refused, in one place: at the bottom of the desk, or below the heading of a window. */
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { isRefusal, MusterError, type Refusal } from '../../../clients/typescript/src/index.ts';
import { Button } from '../../shared/button.tsx';
import { Notice } from '../../shared/notice.tsx';
import { percent } from '../../shared/intl.ts';
import { faultInWords, inWords, isOffline } from '../../shared/refused.ts';
import { acts, refusals } from '../texts/en.ts';

interface Said {
  readonly kind: 'good' | 'bad';
  readonly text: string;
}
const said = signal<Said>();

export const hush = (): void => void (said.value = undefined);

/**
 * Does something and shows the result. A refusal is shown as well, and answered as false.
 * @param done What to say when it is done; nothing where the page shows it by itself.
 * @param why Says why not, where the view knows more of it than the desk.
 */
export async function attempt<T>(
  work: () => Promise<T>,
  done?: string | ((answer: T) => string),
  why = explain,
): Promise<boolean> {
  try {
    const answer = await work();
    const text = typeof done === 'function' ? done(answer) : done;
    said.value = text === undefined ? undefined : { kind: 'good', text };
    return true;
  } catch (error) {
    if (!(error instanceof MusterError)) throw error;
    said.value = { kind: 'bad', text: why(error) };
    return false;
  }
}

/** How long a success is shown where nobody reads it with the pointer or the keyboard. */
const shownMs = 6_000;

/** Goes by itself where it is good news; a refusal stays until it is closed. */
export function LastSaid() {
  const place = useRef<HTMLDivElement>(null);
  const shown = said.value;
  useEffect(() => {
    if (shown?.kind !== 'good') return;
    const timer = setInterval(() => {
      if (!place.current?.matches(':hover, :focus-within')) hush();
    }, shownMs);
    return () => clearInterval(timer);
  }, [shown]);
  if (!shown) return null;
  return (
    <div ref={place} class="said">
      <Notice
        kind={shown.kind}
        action={
          <Button kind="bare" onClick={hush}>
            {acts.close}
          </Button>
        }
      >
        {shown.text}
      </Notice>
    </div>
  );
}

type Explanations = { readonly [R in Refusal as R['code']]?: (refusal: R) => string | undefined };

const explanations: Explanations = {
  UNAUTHENTICATED: () => refusals.UNAUTHENTICATED,
  PERMISSION_DENIED: () => refusals.PERMISSION_DENIED,
  NOT_FOUND: () => refusals.NOT_FOUND,
  EVENT_NOT_PAID: () => refusals.EVENT_NOT_PAID,
  MAX_PARTICIPANTS_REACHED: ({ extras: { acceptedCount, maxParticipants } }) =>
    refusals.MAX_PARTICIPANTS_REACHED(acceptedCount, maxParticipants ?? acceptedCount),
  RATE_LIMITED: ({ extras }) => refusals.RATE_LIMITED(extras.retry_after),
  WEIGHT_TOTAL_EXCEEDED: ({ extras }) => refusals.WEIGHT_TOTAL_EXCEEDED(percent(extras.attempted_total), percent(1)),
  ALREADY_PUBLISHED: ({ extras }) => refusals.ALREADY_PUBLISHED[extras.ranking],
  VALIDATION_FAILED: ({ extras }) => {
    const [first] = extras.errors;
    return first && refusals.VALIDATION_FAILED(faultInWords(first).replace(/\.$/, ''));
  },
};

export function explain(error: MusterError): string {
  if (isOffline(error)) return refusals.unreachable;
  if (!isRefusal(error)) return inWords(error);
  const explanation = explanations[error.code] as ((refusal: Refusal) => string | undefined) | undefined;
  return explanation?.(error) ?? inWords(error);
}

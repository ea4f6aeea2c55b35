/** What came of the last thing that somebody did, in one place at the bottom of the desk. */
import { signal } from '@preact/signals';
import { Button } from '../../shared/button.tsx';
import { MusterError } from '../../../clients/typescript/src/index.ts';
import { Notice } from '../../shared/notice.tsx';
import { explain } from './explain.ts';

interface Said {
  readonly kind: 'good' | 'bad';
  readonly text: string;
}
const said = signal<Said>();

export const hush = (): void => void (said.value = undefined);

/**
 * Does something and says what came of it. A refusal is said as well, and answered as false.
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

export const LastSaid = () =>
  said.value && (
    <div class="said">
      <Notice
        kind={said.value.kind}
        action={
          <Button kind="bare" onClick={hush}>
            Close
          </Button>
        }
      >
        {said.value.text}
      </Notice>
    </div>
  );

import { useEffect, useRef } from 'preact/hooks';
import { handsOut } from '../../shared/contract/values.ts';
import { Button } from '../shared/button.tsx';
import { number } from '../shared/intl.ts';
import { Online } from '../shared/loaded.tsx';
import { online } from '../shared/online.ts';
import { Notice } from '../shared/notice.tsx';
import { isOff } from '../shared/server-clock.ts';
import { listenToKeys } from './keys.ts';
import type { Kiosk } from './kiosk.ts';
import type { Parts } from './parts/parts.ts';
import { wakeSound } from './sound.ts';
import { VerdictScreen } from './verdict-screen.tsx';
import { door as texts } from './texts/en.ts';

/** Where a code is typed, by people or by a hand scanner. */
function Typing({ kiosk }: { readonly kiosk: Kiosk }) {
  const input = useRef<HTMLInputElement>(null);
  const read = (code: string) => void kiosk.read(code);
  useEffect(() => (input.current ? listenToKeys(input.current, read) : undefined), [kiosk]);
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    if (!input.current) return;
    void kiosk.read(input.current.value, true);
    input.current.value = '';
  };
  return (
    <form class="typing" onSubmit={send}>
      <label for="token" class="unseen">
        {texts.code}
      </label>
      <input
        id="token"
        ref={input}
        data-testid="token-input"
        placeholder={texts.typeOrScan}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        enterkeyhint="go"
      />
      <Button>{texts.check}</Button>
    </form>
  );
}

const minutes = (milliseconds: number) => Math.round(Math.abs(milliseconds) / 60_000);

const ClockNotice = ({ ahead }: { readonly ahead: number }) =>
  isOff(ahead) && <Notice kind="warn">{texts.clockIsOff(minutes(ahead), ahead > 0)}</Notice>;

/** Names the point, with how many came, which is known with a network alone, and how many scans wait. */
function Bar({ kiosk }: Pick<Props, 'kiosk'>) {
  const queued = kiosk.lists.queued.value;
  const point = kiosk.point.value;
  const came = kiosk.came.value;
  return (
    <header class="bar">
      <h1>
        {point?.name}
        {point && came !== undefined && online.value && (
          <span class="quiet">
            {' · '}
            <span class="number" data-testid="came">
              {handsOut(point.type) ? texts.handedOut(came) : texts.came(came)}
            </span>
          </span>
        )}
      </h1>
      <span class="row">
        <span class={queued === 0 ? 'unseen' : 'tag warn'}>
          {texts.toSend(queued, <span data-testid="queue-count">{number(queued)}</span>)}
        </span>
        <Online />
      </span>
    </header>
  );
}

interface Props {
  readonly kiosk: Kiosk;
  readonly parts: Parts | undefined;
}

/** A kiosk at its point, with three ways in that are always on. */
export function Door({ kiosk, parts }: Props) {
  useEffect(wakeSoundOnTouch, []);
  return (
    <div class="door">
      <Bar kiosk={kiosk} />
      <main>
        {parts ? <parts.CameraView onCode={(code) => void kiosk.read(code)} /> : <section class="camera" />}
        <div class="aside">
          <ClockNotice ahead={kiosk.ahead.value} />
          {parts && (
            <>
              <parts.Disputes kiosk={kiosk} />
              <parts.Search kiosk={kiosk} />
              <parts.Latest kiosk={kiosk} />
              <parts.Settings kiosk={kiosk} />
            </>
          )}
          {parts && !kiosk.lock.value && <parts.LeavePoint kiosk={kiosk} />}
        </div>
        <VerdictScreen kiosk={kiosk} />
        {parts && <parts.Printing kiosk={kiosk} />}
        <Typing kiosk={kiosk} />
      </main>
    </div>
  );
}

function wakeSoundOnTouch(): () => void {
  document.addEventListener('pointerdown', wakeSound);
  document.addEventListener('keydown', wakeSound);
  return () => {
    document.removeEventListener('pointerdown', wakeSound);
    document.removeEventListener('keydown', wakeSound);
  };
}

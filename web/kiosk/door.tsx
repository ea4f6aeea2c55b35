import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../shared/button.tsx';
import { Online } from '../shared/loaded.tsx';
import { Notice } from '../shared/notice.tsx';
import { CameraView } from './camera-view.tsx';
import { isOff } from './clock.ts';
import { listenToKeys } from './keys.ts';
import type { Kiosk } from './kiosk.ts';
import { Disputes, Latest, Search } from './lists.tsx';
import { wakeSound } from './sound.ts';
import { VerdictScreen } from './verdict-screen.tsx';
import { keepAwake } from './wake.ts';

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
        Code
      </label>
      <input
        id="token"
        ref={input}
        data-testid="token-input"
        placeholder="Type or scan a code"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        enterkeyhint="go"
      />
      <Button>Check</Button>
    </form>
  );
}

const minutes = (milliseconds: number) => Math.round(Math.abs(milliseconds) / 60_000);

function ClockNotice({ ahead }: { readonly ahead: number }) {
  if (!isOff(ahead)) return null;
  const how = ahead > 0 ? 'behind' : 'ahead';
  return (
    <Notice kind="warn">
      The clock of this device is {minutes(ahead)} min {how}. Scans are recorded at the right time all the same.
    </Notice>
  );
}

/** A kiosk at its point, with three ways in that are always on. */
export function Door({ kiosk }: { readonly kiosk: Kiosk }) {
  useEffect(keepAwake, []);
  useEffect(() => {
    document.addEventListener('pointerdown', wakeSound);
    document.addEventListener('keydown', wakeSound);
    return () => {
      document.removeEventListener('pointerdown', wakeSound);
      document.removeEventListener('keydown', wakeSound);
    };
  }, []);
  return (
    <div class="door">
      <header class="bar">
        <h1>{kiosk.point.value?.name}</h1>
        <span class={kiosk.queued.value === 0 ? 'unseen' : 'tag warn'}>
          <span data-testid="queue-count">{kiosk.queued.value}</span> {kiosk.queued.value === 1 ? 'scan' : 'scans'} to
          send
        </span>
        <Online />
      </header>
      <main>
        <CameraView onCode={(code) => void kiosk.read(code)} />
        <div class="aside">
          <ClockNotice ahead={kiosk.ahead.value} />
          <Disputes kiosk={kiosk} />
          <Search kiosk={kiosk} />
          <Latest kiosk={kiosk} />
          <Button kind="bare" onClick={() => kiosk.choose(null)}>
            Another check-in point
          </Button>
        </div>
        <VerdictScreen kiosk={kiosk} />
        <Typing kiosk={kiosk} />
      </main>
    </div>
  );
}

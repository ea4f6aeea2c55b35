/** Lists one's own sessions, and ends any of them. */
import { signal, useSignal } from '@preact/signals';
import type { Answer } from '../../clients/typescript/src/index.ts';
import { Button } from '../shared/button.tsx';
import { Show, useLoaded } from '../shared/loaded.tsx';
import { Notice } from '../shared/notice.tsx';
import { inWords } from '../shared/refused.ts';
import { api, signOut } from '../shared/session.ts';
import { ownZone } from '../shared/intl.ts';
import { moment } from '../shared/time.ts';
import { pathOf } from '../shared/address.ts';
import { MusterError } from '../../clients/typescript/src/index.ts';
import { sessions as texts } from './texts/en.ts';

type Session = Answer<'identity', 'listSessions'>['sessions'][number];

/** Raised when sessions have ended otherwise. */
export const again = signal(0);

export function Sessions() {
  const loaded = useLoaded(() => api.identity.listSessions(), [again.value]);
  return (
    <section class="card" aria-labelledby="sessions">
      <h2 id="sessions">{texts.title}</h2>
      <Show of={loaded}>
        {({ sessions }) => (
          <ul class="stack plain" data-testid="account-sessions">
            {sessions.toReversed().map((session) => (
              <Row key={session.id} session={session} again={loaded.again} />
            ))}
          </ul>
        )}
      </Show>
    </section>
  );
}

interface Props {
  readonly session: Session;
  readonly again: () => Promise<void>;
}
function Row({ session: { id, device, created_at, last_seen_at, is_current }, again: readAgain }: Props) {
  const wrong = useSignal('');
  const end = async () => {
    try {
      if (is_current) {
        await signOut();
        location.assign(pathOf('/signin'));
        return;
      }
      await api.identity.endSession({ id });
      await readAgain();
    } catch (error) {
      if (!(error instanceof MusterError)) throw error;
      wrong.value = inWords(error);
    }
  };
  return (
    <li class="stack tight" data-testid="session" data-current={is_current}>
      <div class="row spread">
        <strong>{device ?? texts.unknownProgram}</strong>
        {is_current && <span class="tag good">{texts.thisOne}</span>}
      </div>
      <p class="quiet small">{texts.since(moment(created_at, ownZone), moment(last_seen_at, ownZone))}</p>
      {wrong.value && <Notice kind="bad">{wrong.value}</Notice>}
      <div class="row">
        <Button kind={is_current ? 'bare' : 'danger'} data-testid="session-end" onClick={end}>
          {is_current ? texts.signOut : texts.end}
          <span class="unseen"> ({device ?? texts.unknown})</span>
        </Button>
      </div>
    </li>
  );
}

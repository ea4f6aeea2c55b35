import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../shared/button.tsx';
import { online } from '../../shared/online.ts';
import { useHackathon } from '../hackathons.ts';
import { Careful } from '../parts/careful.tsx';
import { attempt } from '../parts/said.tsx';
import type { Held } from './held.ts';
import { decide, type Decision, type Person, type Undo } from './requests.ts';

interface Props {
  readonly person: Person;
  readonly onDecided: (person: Person, text: string, undo: Undo | undefined) => Promise<void>;
}

const done: Readonly<Record<Decision, string>> = {
  accepted: 'is accepted',
  waitlisted: 'is on the waiting list',
  rejected: 'is rejected',
};

/** What can be decided about somebody as things are. Who is in and would lose their place is asked about once more. */
export function Decide({ person, onDecided }: Props) {
  const hackathon = useHackathon();
  const { name, status } = person;
  const to = async (decision: Decision) => {
    let undo: Undo | undefined;
    if (!(await attempt(async () => (undo = await decide(hackathon, person, decision))))) return;
    await onDecided({ ...person, status: decision }, `${done[decision]}.`, undo);
  };
  if (status === 'cancelled') return <span class="quiet small">gave up their place</span>;
  const isOff = !online.value;
  return (
    <div class="row tight acts">
      {status !== 'accepted' && (
        <Button aria-label={`Accept: ${name}`} disabled={isOff} onClick={() => to('accepted')}>
          Accept
        </Button>
      )}
      {status === 'pending' && (
        <Button kind="calm" aria-label={`Waitlist: ${name}`} disabled={isOff} onClick={() => to('waitlisted')}>
          Waitlist
        </Button>
      )}
      {status !== 'rejected' && (
        <Careful label="Reject" about={name} title={`Reject ${name}?`} disabled={isOff} onYes={() => to('rejected')}>
          {status === 'accepted' ? 'They lose their place and leave their team. We email them.' : 'We email them.'}
        </Careful>
      )}
    </div>
  );
}

interface Deciding {
  readonly held: Held;
  /** Called once it is taken back. */
  readonly onUndone: () => Promise<void>;
}
/** What was just decided, and the way back. It takes the focus from the button that is gone. */
export function Outcome({ held: { person, text, undo }, onUndone }: Deciding) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const focus = place.current?.querySelector('button') ?? place.current;
    focus?.focus({ preventScroll: true });
  }, []);
  const takeBack = async (back: Undo) => {
    const row = place.current?.closest('tr');
    if (!(await attempt(back))) return;
    await onUndone();
    row?.querySelector<HTMLElement>('.who button')?.focus({ preventScroll: true });
  };
  return (
    <div ref={place} class="row outcome" tabIndex={-1} role="status">
      <span>
        <span class="unseen">{person.name} </span>
        {text}
      </span>
      {undo && (
        <Button
          kind="calm"
          aria-label={`Undo: ${person.name} ${text}`}
          disabled={!online.value}
          onClick={() => takeBack(undo)}
        >
          Undo
        </Button>
      )}
    </div>
  );
}

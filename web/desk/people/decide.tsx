import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../shared/button.tsx';
import { later } from '../../shared/later.ts';
import { online } from '../../shared/online.ts';
import { useHackathon } from '../hackathons.ts';
import { Later } from '../parts/later.tsx';
import { ButtonFor } from '../parts/listing.tsx';
import { attempt } from '../parts/said.tsx';
import { acts, decisions, statuses } from '../texts/en.ts';
import type * as Deciding from './deciding.ts';
import type { Held } from './held.ts';
import type { Decision, Person, Undo } from './requests.ts';

interface Props {
  readonly person: Person;
  readonly onDecided: (person: Person, decision: Decision, undo: Undo | undefined) => Promise<void>;
}

const decide = async (...what: Parameters<typeof Deciding.decide>) =>
  (await later(import('../parts.ts'))).decide(...what);

/** Buttons for the decisions that a person's status allows. Taking an accepted person's place away is asked about. */
export function Decide({ person, onDecided }: Props) {
  const hackathon = useHackathon();
  const { name, status } = person;
  const to = async (decision: Decision) => {
    let undo: Undo | undefined;
    if (!(await attempt(async () => (undo = await decide(hackathon, person, decision))))) return;
    await onDecided({ ...person, status: decision }, decision, undo);
  };
  if (status === 'cancelled') return <span class="quiet small">{decisions.cancelledIt}</span>;
  const isOff = !online.value;
  return (
    <div class="row tight acts">
      {status !== 'accepted' && (
        <ButtonFor label={decisions.accept} about={name} disabled={isOff} onClick={() => to('accepted')} />
      )}
      {status === 'pending' && (
        <ButtonFor
          label={decisions.waitlist}
          about={name}
          kind="calm"
          disabled={isOff}
          onClick={() => to('waitlisted')}
        />
      )}
      {status !== 'rejected' && <Reject person={person} onYes={() => to('rejected')} />}
    </div>
  );
}

/** Asks first, in a window that is loaded when the first is opened. */
function Reject({ person: { name, status }, onYes }: Pick<Props, 'person'> & { readonly onYes: () => Promise<void> }) {
  const isOpen = useSignal(false);
  const asking = {
    ...{ label: decisions.reject, title: decisions.rejectWho(name), onYes },
    children: status === 'accepted' ? decisions.losesPlace : decisions.emailed,
    onClose: () => (isOpen.value = false),
  };
  return (
    <>
      <ButtonFor
        label={decisions.reject}
        about={name}
        kind="danger"
        disabled={!online.value}
        onClick={() => (isOpen.value = true)}
      />
      {isOpen.value && <Later name="Sure" of={asking} coming={<></>} />}
    </>
  );
}

interface Decided {
  readonly held: Pick<Held, 'person' | 'decision' | 'undo'>;
  /** Called once it is taken back. */
  readonly onUndone: () => Promise<void>;
}
/** The decision just made, and a button to undo it. It takes the focus from the button that is gone. */
export function Outcome({ held: { person, decision, undo }, onUndone }: Decided) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const focus = place.current?.querySelector('button') ?? place.current;
    focus?.focus({ preventScroll: true });
  }, []);
  const takeBack = async (back: Undo) => {
    const around = place.current?.closest('tr, .entry, dialog');
    if (!(await attempt(back, (text) => text))) return;
    await onUndone();
    around?.querySelector<HTMLElement>('.who a, h2')?.focus({ preventScroll: true });
  };
  return (
    <div ref={place} class="row outcome" tabIndex={-1} role="status">
      <span data-testid="decided">
        <span class="unseen">{person.name}: </span>
        {statuses[decision]}
      </span>
      {undo && (
        <Button
          kind="calm"
          aria-label={decisions.about(acts.undo, person.name)}
          disabled={!online.value}
          onClick={() => takeBack(undo)}
        >
          {acts.undo}
        </Button>
      )}
    </div>
  );
}

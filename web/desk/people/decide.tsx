import { Button } from '../../shared/button.tsx';
import { useHackathon } from '../hackathons.ts';
import { Careful } from '../parts/careful.tsx';
import { attempt } from '../parts/said.tsx';
import { decide, type Decision, type Person } from './requests.ts';

interface Props {
  readonly person: Person;
  readonly again: () => Promise<void>;
}

const done: Readonly<Record<Decision, string>> = {
  accepted: 'is accepted',
  waitlisted: 'is on the waiting list',
  rejected: 'is rejected',
};

/** What can be decided about somebody as things are. Who is in and would lose their place is asked about once more. */
export function Decide({ person, again }: Props) {
  const hackathon = useHackathon();
  const { name, status } = person;
  const to = async (decision: Decision) => {
    const isDone = await attempt(() => decide(hackathon, person, decision), `${name} ${done[decision]}.`);
    if (isDone) await again();
  };
  if (status === 'cancelled') return <span class="quiet small">gave up the place</span>;
  return (
    <div class="row tight acts">
      {status !== 'accepted' && (
        <Button aria-label={`Accept: ${name}`} onClick={() => to('accepted')}>
          Accept
        </Button>
      )}
      {status === 'pending' && (
        <Button kind="calm" aria-label={`Waitlist: ${name}`} onClick={() => to('waitlisted')}>
          Waitlist
        </Button>
      )}
      {status !== 'rejected' && (
        <Careful label="Reject" about={name} title={`Reject ${name}?`} onYes={() => to('rejected')}>
          {status === 'accepted' ? 'Their seat goes to others, they leave their team, and a' : 'A'} letter tells them.
        </Careful>
      )}
    </div>
  );
}

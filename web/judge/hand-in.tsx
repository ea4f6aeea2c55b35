/** Handing in a team: shows what is missing, and asks once. */
import { Button } from '../shared/button.tsx';
import { Asking } from '../shared/asking.tsx';
import { draftOf, missingOf } from './drafts.ts';
import type { Team } from './panel.ts';
import { setHandedIn } from './sender.ts';

export function HandIn({ team }: { readonly team: Team }) {
  const { id } = team.assignment;
  if (draftOf(id).isHandedIn) {
    return (
      <Button kind="calm" onClick={() => setHandedIn(id, false)}>
        Do not hand in yet
      </Button>
    );
  }
  const isIncomplete = missingOf(team).length > 0;
  return (
    <Asking
      label="Hand in"
      testId="submit"
      title={isIncomplete ? 'Scores are missing' : `Hand in ${team.assignment.team_name}?`}
    >
      {(close) => (isIncomplete ? <Missing team={team} close={close} /> : <Ask team={team} close={close} />)}
    </Asking>
  );
}

interface Props {
  readonly team: Team;
  readonly close: () => void;
}

function Missing({ team, close }: Props) {
  const goTo = (id: string) => {
    close();
    const place = document.getElementById(`criterion-${id}`);
    place?.scrollIntoView({ block: 'center' });
    place?.querySelector('input')?.focus();
  };
  return (
    <div class="stack" data-testid="missing">
      <ul class="missing">
        {missingOf(team).map(({ id, name }) => (
          <li key={id}>
            <Button kind="bare" onClick={() => goTo(id)}>
              {name}
            </Button>
          </li>
        ))}
      </ul>
      <Button kind="calm" onClick={close}>
        Back
      </Button>
    </div>
  );
}

const Ask = ({ team, close }: Props) => (
  <div class="stack">
    <p>You cannot change the scores afterwards; organizers can reopen them.</p>
    <div class="row">
      <Button
        data-testid="submit-sure"
        onClick={async () => {
          close();
          // The button that was pressed goes away: what is read next begins at the name of the team.
          document.querySelector('h1')?.focus();
          scrollTo(0, 0);
          await setHandedIn(team.assignment.id, true);
        }}
      >
        Hand in
      </Button>
      <Button kind="calm" onClick={close}>
        Not yet
      </Button>
    </div>
  </div>
);

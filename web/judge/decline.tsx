/** Declining a team: asks for the reason, once. */
import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { Button } from '../shared/button.tsx';
import { Asking } from '../shared/asking.tsx';
import type { Team } from './panel.ts';
import { setDeclined } from './sender.ts';

export const Decline = ({ team }: { readonly team: Team }) => (
  <Asking
    label="I know this team"
    kind="bare"
    class="declining"
    testId="decline"
    title={`Decline ${team.assignment.team_name}?`}
  >
    {(close) => <Ask id={team.assignment.id} close={close} />}
  </Asking>
);

function Ask({ id, close }: { readonly id: string; readonly close: () => void }) {
  const reason = useSignal('');
  const field = useId();
  const send = (event: Event) => {
    event.preventDefault();
    close();
    location.hash = '';
    void setDeclined(id, reason.value.trim());
  };
  return (
    <form class="stack" onSubmit={send}>
      <p>For when you know a team too well. Somebody else judges it then; scores that you gave it are deleted.</p>
      <div class="field">
        <label for={field}>Reason, for the organizers</label>
        <textarea
          id={field}
          required
          maxLength={500}
          value={reason.value}
          onInput={({ currentTarget }) => {
            reason.value = currentTarget.value;
            currentTarget.setCustomValidity(reason.value.trim() ? '' : 'Say why, in a few words.');
          }}
        />
      </div>
      <div class="row">
        <Button data-testid="decline-sure">Decline</Button>
        <Button kind="calm" onClick={close}>
          Keep the team
        </Button>
      </div>
    </form>
  );
}

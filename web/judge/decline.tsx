/** Declining a team: asks for the reason, once. */
import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { Button } from '../shared/button.tsx';
import { Asking } from '../shared/asking.tsx';
import type { Team } from './panel.ts';
import { setDeclined } from './sender.ts';
import { declining as texts } from './texts/en.ts';

export const Decline = ({ team }: { readonly team: Team }) => (
  <Asking
    label={texts.know}
    kind="bare"
    class="declining"
    testId="decline"
    title={texts.ask(team.assignment.team_name)}
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
      <p>{texts.why}</p>
      <div class="field">
        <label for={field}>{texts.reason}</label>
        <textarea
          id={field}
          required
          maxLength={500}
          value={reason.value}
          onInput={({ currentTarget }) => {
            reason.value = currentTarget.value;
            currentTarget.setCustomValidity(reason.value.trim() ? '' : texts.sayWhy);
          }}
        />
      </div>
      <div class="row">
        <Button data-testid="decline-sure">{texts.decline}</Button>
        <Button kind="calm" onClick={close}>
          {texts.keep}
        </Button>
      </div>
    </form>
  );
}

import { useSignal } from '@preact/signals';
import type { RankingName } from '../../../shared/contract/vocabulary.ts';
import { Button } from '../../shared/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Form } from '../parts/form.tsx';
import { attempt } from '../parts/said.tsx';
import { publish, type Rankings } from './requests.ts';

interface Props {
  readonly track: string;
  readonly name: string;
  readonly rankings: Rankings | undefined;
  readonly again: () => Promise<void>;
}

/** Asks which ranking the teams are to see, for it is published once. */
export function Publish({ track, name, rankings, again }: Props) {
  const isOpen = useSignal(false);
  const close = () => (isOpen.value = false);
  const done = async (ranking: RankingName) => {
    if (!(await attempt(() => publish(track, ranking), `The ${ranking} ranking is published.`))) return;
    close();
    await again();
  };
  const { plain, fair } = rankings ?? {};
  return (
    <>
      <Button
        kind="calm"
        disabled={!plain?.count || plain.notifications_sent_at !== null}
        onClick={() => (isOpen.value = true)}
      >
        Publish
      </Button>
      {isOpen.value && (
        <Dialog title={`Publish the results of ${name}?`} onClose={close}>
          <Ask isComparable={fair?.connected === true} onYes={done} onNo={close} />
        </Dialog>
      )}
    </>
  );
}

interface Asking {
  readonly isComparable: boolean;
  readonly onYes: (ranking: RankingName) => Promise<void>;
  readonly onNo: () => void;
}
function Ask({ isComparable, onYes, onNo }: Asking) {
  const chosen = useSignal<RankingName>('plain');
  const choice = (ranking: RankingName, isDisabled = false) => (
    <input
      type="radio"
      name="ranking"
      disabled={isDisabled}
      checked={chosen.value === ranking}
      onChange={() => (chosen.value = ranking)}
    />
  );
  return (
    <Form onSend={() => onYes(chosen.value)}>
      <fieldset class="ticks">
        <legend>By which ranking</legend>
        <label>
          {choice('plain')}
          Plain: the mean of what judges gave
        </label>
        <label>
          {choice('fair', !isComparable)}
          Fair: without what judges differ by
        </label>
        <p class="quiet small">
          {isComparable
            ? 'By the fair one, each team is told in a sentence per review how its score came about, without names.'
            : 'The fair one cannot be published, because not all teams can be compared.'}
        </p>
      </fieldset>
      <p>Every team sees its result and gets a letter. This happens once and cannot be taken back.</p>
      <div class="row">
        <Button>Publish</Button>
        <Button kind="calm" onClick={onNo}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}

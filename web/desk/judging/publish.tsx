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

/** Asks which ranking the teams are to see, the first time; later whether they are to see the last calculation. */
export function Publish({ track, name, rankings, again }: Props) {
  const isOpen = useSignal(false);
  const close = () => (isOpen.value = false);
  const done = async (ranking: RankingName) => {
    if (!(await attempt(() => publish(track, ranking), `The ${ranking} ranking is published.`))) return;
    close();
    await again();
  };
  const { shown, last } = rankings ?? {};
  const published = shown?.notifications_sent_at ? (shown.ranking ?? 'plain') : undefined;
  return (
    <>
      <Button kind="calm" disabled={!last} onClick={() => (isOpen.value = true)}>
        {published ? 'Publish again' : 'Publish'}
      </Button>
      {isOpen.value && (
        <Dialog title={`Publish the results of ${name}?`} onClose={close}>
          {published ? (
            <AskAgain ranking={published} onYes={done} onNo={close} />
          ) : (
            <Ask isComparable={last?.connected === true} onYes={done} onNo={close} />
          )}
        </Dialog>
      )}
    </>
  );
}

interface AskingAgain extends Pick<Asking, 'onYes' | 'onNo'> {
  readonly ranking: RankingName;
}
/** The ranking stays the one that the teams know. */
const AskAgain = ({ ranking, onYes, onNo }: AskingAgain) => (
  <Form onSend={() => onYes(ranking)}>
    <p>
      Everybody reads the {ranking} ranking as it is calculated now, instead of what was published. No letter goes out.
    </p>
    <Answers onNo={onNo} />
  </Form>
);

const Answers = ({ onNo }: Pick<Asking, 'onNo'>) => (
  <div class="row">
    <Button>Publish</Button>
    <Button kind="calm" onClick={onNo}>
      Cancel
    </Button>
  </div>
);

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
      <p>Every team sees its result and gets a letter. This cannot be taken back.</p>
      <Answers onNo={onNo} />
    </Form>
  );
}

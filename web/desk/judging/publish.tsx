import { useSignal } from '@preact/signals';
import type { RankingName } from '../../../shared/contract/vocabulary.ts';
import { Button } from '../../shared/button.tsx';
import { useLoaded } from '../../shared/loaded.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Form } from '../parts/form.tsx';
import { attempt } from '../parts/said.tsx';
import { Shown } from '../parts/shown.tsx';
import { rankingNames } from '../parts/words.ts';
import { Missing, missingIn } from './missing.tsx';
import { publish, readWork, type Fair, type Rankings } from './requests.ts';

interface Props {
  readonly track: string;
  readonly name: string;
  readonly rankings: Rankings | undefined;
  readonly again: () => Promise<void>;
}

/** Asks which ranking the teams are to see, the first time; later whether they are to see the last one. */
export function Publish({ track, name, rankings, again }: Props) {
  const isOpen = useSignal(false);
  const close = () => (isOpen.value = false);
  const done = async (ranking: RankingName) => {
    const said = `The ${rankingNames[ranking]} ranking is published.`;
    if (!(await attempt(() => publish(track, ranking), said))) return;
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
      {isOpen.value && last && (
        <Dialog title={`Publish the results of ${name}?`} onClose={close}>
          <Ask track={track} last={last} published={published} onYes={done} onNo={close} />
        </Dialog>
      )}
    </>
  );
}

interface Asking {
  readonly track: string;
  readonly last: Fair;
  /** The ranking that the teams know already; it stays that one. */
  readonly published: RankingName | undefined;
  readonly onYes: (ranking: RankingName) => Promise<void>;
  readonly onNo: () => void;
}
function Ask({ track, last, published, onYes, onNo }: Asking) {
  const work = useLoaded((signal) => readWork(track, signal), [track]);
  const chosen = useSignal<RankingName>(published ?? 'plain');
  const isSure = useSignal(false);
  return (
    <Form onSend={() => onYes(chosen.value)}>
      <Shown of={work}>{(data) => <Missing of={missingIn(data, last)} />}</Shown>
      {published ? (
        <p>
          Everybody reads the {rankingNames[published]} ranking as it is now, instead of what was published. No email
          goes out.
        </p>
      ) : (
        <>
          <Choice chosen={chosen.value} isComparable={last.connected} onChoose={(next) => (chosen.value = next)} />
          <p>Every team sees its result and gets an email. This cannot be taken back.</p>
        </>
      )}
      <label class="row tick">
        <input type="checkbox" required checked={isSure.value} onChange={() => (isSure.value = !isSure.value)} />
        <span>I have checked the ranking, and publish it as it is</span>
      </label>
      <div class="row">
        <Button kind="danger" disabled={!isSure.value}>
          Publish
        </Button>
        <Button kind="calm" onClick={onNo}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}

interface Choosing {
  readonly chosen: RankingName;
  readonly isComparable: boolean;
  readonly onChoose: (ranking: RankingName) => void;
}
const Choice = ({ chosen, isComparable, onChoose }: Choosing) => (
  <fieldset class="ticks">
    <legend>By which ranking</legend>
    <label>
      <input type="radio" name="ranking" checked={chosen === 'plain'} onChange={() => onChoose('plain')} />
      Simple average
    </label>
    <label>
      <input
        type="radio"
        name="ranking"
        disabled={!isComparable}
        checked={chosen === 'fair'}
        onChange={() => onChoose('fair')}
      />
      Adjusted for strict and generous judges
    </label>
    <p class="quiet small">
      {isComparable
        ? 'By the adjusted one, each team is told in a sentence per review how its score came about, without names.'
        : 'The adjusted one cannot be published, because not all teams can be compared.'}
    </p>
  </fieldset>
);

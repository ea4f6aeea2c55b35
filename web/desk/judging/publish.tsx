import { useSignal } from '@preact/signals';
import type { RankingName } from '../../../shared/contract/values.ts';
import { Button } from '../../shared/button.tsx';
import { useLoaded } from '../../shared/loaded.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Form } from '../parts/form.tsx';
import { attempt } from '../parts/said.tsx';
import { Shown } from '../parts/listing.tsx';
import { firstOf } from '../parts/words.ts';
import { acts } from '../texts/en.ts';
import { publish, readWork, type Fair, type Rankings, type Work } from './requests.ts';
import { publishing } from './texts/en.ts';

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
    if (!(await attempt(() => publish(track, ranking), publishing.done[ranking]))) return;
    close();
    await again();
  };
  const { shown, last } = rankings ?? {};
  const published = shown?.notifications_sent_at ? (shown.ranking ?? 'plain') : undefined;
  return (
    <>
      <Button kind="calm" disabled={!last} onClick={() => (isOpen.value = true)}>
        {published ? publishing.again : publishing.publish}
      </Button>
      {isOpen.value && last && (
        <Dialog title={publishing.title(name)} onClose={close}>
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
/** Waits for what is missing: nobody agrees before reading it, and nothing moves under the pointer. */
function Ask({ track, last, ...asking }: Asking) {
  const work = useLoaded((signal) => readWork(track, signal), [track]);
  return (
    <Shown of={work}>
      {(data) => <Agree missing={missingIn(data, last)} isComparable={last.connected} {...asking} />}
    </Shown>
  );
}

interface Agreeing extends Omit<Asking, 'track' | 'last'> {
  readonly missing: readonly string[];
  readonly isComparable: boolean;
}
function Agree({ missing, isComparable, published, onYes, onNo }: Agreeing) {
  const chosen = useSignal<RankingName>(published ?? 'plain');
  const isSure = useSignal(false);
  return (
    <Form onSend={() => onYes(chosen.value)}>
      <Missing of={missing} />
      {published ? (
        <p>{publishing.anew[published]}</p>
      ) : (
        <>
          <Choice chosen={chosen.value} isComparable={isComparable} onChoose={(next) => (chosen.value = next)} />
          <p>{publishing.first}</p>
        </>
      )}
      <label class="row tick">
        <input type="checkbox" required checked={isSure.value} onChange={() => (isSure.value = !isSure.value)} />
        <span>{publishing.sure}</span>
      </label>
      <div class="row">
        <Button kind="danger" disabled={!isSure.value}>
          {publishing.publish}
        </Button>
        <Button kind="calm" onClick={onNo}>
          {acts.cancel}
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
    <legend>{publishing.which}</legend>
    <label>
      <input type="radio" name="ranking" checked={chosen === 'plain'} onChange={() => onChoose('plain')} />
      {publishing.plain}
    </label>
    <label>
      <input
        type="radio"
        name="ranking"
        disabled={!isComparable}
        checked={chosen === 'fair'}
        onChange={() => onChoose('fair')}
      />
      {publishing.fair}
    </label>
    <p class="quiet small">{isComparable ? publishing.fairExplained : publishing.notComparable}</p>
  </fieldset>
);

/** Says what a ranking lacks, before everybody reads it. */
function missingIn({ teams, progress: { overview } }: Work, ranked: Fair): readonly string[] {
  const without = teams.filter(({ id }) => !ranked.teams.some(({ team_id }) => team_id === id));
  const open = overview.total_assignments - overview.submitted_assignments;
  const [alone, another] = ranked.judges;
  return [
    without.length > 0 && publishing.noScore(without.length, teams.length, firstOf(without.map(({ name }) => name))),
    open > 0 && publishing.notHandedIn(open, overview.total_assignments),
    alone && !another && publishing.alone(alone.name),
    ranked.close_calls.length > 0 && publishing.closeCalls(ranked.close_calls.length),
  ].filter((each) => typeof each === 'string');
}

/** Lists the scores and reviews that are missing. */
const Missing = ({ of }: { readonly of: readonly string[] }) =>
  of.length === 0 ? (
    <p>{publishing.complete}</p>
  ) : (
    <div class="stack">
      <strong>{publishing.missing}</strong>
      <ul class="missing" data-testid="publish-missing">
        {of.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </div>
  );

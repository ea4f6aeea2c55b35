import { useSignal } from '@preact/signals';
import { isRefusal } from '../../../clients/typescript/src/index.ts';
import { Button } from '../../shared/button.tsx';
import { percent } from '../../shared/intl.ts';
import { Empty, useLoaded } from '../../shared/loaded.tsx';
import { Notice } from '../../shared/notice.tsx';
import { online } from '../../shared/online.ts';
import { Rows, type Column } from '../parts/rows.tsx';
import { useHackathon } from '../hackathons.ts';
import { useFresh } from '../live.ts';
import { Careful } from '../parts/dialog.tsx';
import { attempt } from '../parts/said.tsx';
import { ButtonFor, ComingRows, Shown } from '../parts/listing.tsx';
import { forms } from '../parts/texts/en.ts';
import { CriterionForm } from './criterion-form.tsx';
import { deleteCriterion, readCriteria, type Criterion } from './requests.ts';
import { criteria as texts, judging } from './texts/en.ts';

/** The criteria by which teams are judged. */
export function Criteria({ track }: { readonly track: string }) {
  const { live } = useHackathon();
  const criteria = useLoaded((signal) => readCriteria(track, signal), [track], 'criteria');
  useFresh(live, criteria.again, ['criterion']);
  const edited = useSignal<Criterion | 'new'>();
  const next = Math.max(-1, ...(criteria.data ?? []).map(({ order_index }) => order_index)) + 1;
  return (
    <section class="card" aria-labelledby="criteria">
      <div class="row spread">
        <h2 id="criteria" class="unseen">
          {judging.criteria}
        </h2>
        <Button kind="calm" disabled={!online.value} onClick={() => (edited.value = 'new')}>
          {texts.add}
        </Button>
      </div>
      <Shown of={criteria} coming={<ComingRows />}>
        {(rows) => (
          <List
            criteria={rows}
            again={criteria.again}
            onEdit={(row) => (edited.value = row)}
            onAdd={() => (edited.value = 'new')}
          />
        )}
      </Shown>
      {edited.value && (
        <CriterionForm
          track={track}
          criterion={edited.value === 'new' ? undefined : edited.value}
          next={next}
          again={criteria.again}
          onClose={() => (edited.value = undefined)}
        />
      )}
    </section>
  );
}

interface Listing {
  readonly criteria: readonly Criterion[];
  readonly again: () => Promise<void>;
  readonly onEdit: (criterion: Criterion) => void;
  readonly onAdd: () => void;
}
function List({ criteria, again, onEdit, onAdd }: Listing) {
  if (criteria.length === 0) {
    const add = (
      <Button kind="calm" onClick={onAdd}>
        {texts.addFirst}
      </Button>
    );
    return <Empty action={add}>{texts.none}</Empty>;
  }
  const total = criteria.reduce((sum, { weight }) => sum + weight, 0);
  // Three thirds are not quite one.
  const isWhole = Math.abs(total - 1) < 1e-5;
  const columns: readonly Column<Criterion>[] = [
    { name: texts.criterion, show: ({ name }) => <strong>{name}</strong>, below: ({ description }) => description },
    { name: texts.weight, isNumber: true, show: ({ weight }) => percent(weight) },
    {
      name: forms.change,
      at: 'end',
      show: (criterion) => (
        <div class="row tight acts">
          <ButtonFor label={forms.edit} about={criterion.name} kind="calm" onClick={() => onEdit(criterion)} />
          <Delete criterion={criterion} again={again} />
        </div>
      ),
    },
  ];
  return (
    <div class="listing">
      <Rows caption={texts.caption} columns={columns} rows={criteria} keyOf={({ id }) => id} testId="criterion-row" />
      {isWhole ? (
        <p class="quiet small">{texts.whole}</p>
      ) : (
        <Notice kind="warn">{texts.notWhole(percent(total))}</Notice>
      )}
    </div>
  );
}

/** Deletes a criterion; one with submitted scores only after a confirmation. */
function Delete({
  criterion: { id, name },
  again,
}: {
  readonly criterion: Criterion;
  readonly again: () => Promise<void>;
}) {
  const scores = useSignal(0);
  const remove = async () => {
    try {
      await deleteCriterion(id, scores.value > 0);
    } catch (error) {
      if (isRefusal(error, 'CRITERION_IN_USE')) scores.value = error.extras.score_count;
      throw error;
    }
  };
  return (
    <Careful
      label={scores.value > 0 ? texts.deleteWithScores : forms.delete}
      about={name}
      title={texts.deleteWho(name)}
      onYes={async () => {
        if (await attempt(remove, texts.deleted(name))) await again();
      }}
    >
      {scores.value > 0 ? texts.submittedScores(scores.value) : texts.begunScores}
    </Careful>
  );
}

import { useSignal } from '@preact/signals';
import { isRefusal } from '../../../clients/typescript/src/index.ts';
import { Button } from '../../shared/button.tsx';
import { Empty, useLoaded } from '../../shared/loaded.tsx';
import { Notice } from '../../shared/notice.tsx';
import { Table, type Column } from '../../shared/table.tsx';
import { useHackathon } from '../hackathons.ts';
import { useFresh } from '../live.ts';
import { Careful } from '../parts/careful.tsx';
import { attempt } from '../parts/said.tsx';
import { Shown } from '../parts/shown.tsx';
import { percent } from '../parts/words.ts';
import { CriterionForm } from './criterion-form.tsx';
import { deleteCriterion, readCriteria, type Criterion } from './requests.ts';

/** What teams are judged by. */
export function Criteria({ track }: { readonly track: string }) {
  const { live } = useHackathon();
  const criteria = useLoaded((signal) => readCriteria(track, signal), [track]);
  useFresh(live, criteria.again, ['criterion']);
  const edited = useSignal<Criterion | 'new'>();
  const next = Math.max(-1, ...(criteria.data ?? []).map(({ order_index }) => order_index)) + 1;
  return (
    <section class="card" aria-labelledby="criteria">
      <div class="row spread">
        <h2 id="criteria">Criteria</h2>
        <Button kind="calm" onClick={() => (edited.value = 'new')}>
          Add a criterion
        </Button>
      </div>
      <Shown of={criteria}>
        {(rows) => <List criteria={rows} again={criteria.again} onEdit={(row) => (edited.value = row)} />}
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
}
function List({ criteria, again, onEdit }: Listing) {
  if (criteria.length === 0) return <Empty>Without criteria judges have nothing to score. Add the first.</Empty>;
  const total = criteria.reduce((sum, { weight }) => sum + weight, 0);
  // Three thirds are not quite one.
  const isWhole = Math.abs(total - 1) < 1e-5;
  const columns: readonly Column<Criterion>[] = [
    { name: 'Criterion', show: (criterion) => <Named criterion={criterion} /> },
    { name: 'Weight', isNumber: true, show: ({ weight }) => percent(weight) },
    {
      name: 'Change',
      show: (criterion) => (
        <div class="row tight acts">
          <Button kind="calm" aria-label={`Edit: ${criterion.name}`} onClick={() => onEdit(criterion)}>
            Edit
          </Button>
          <Delete criterion={criterion} again={again} />
        </div>
      ),
    },
  ];
  return (
    <div class="listing">
      <Table caption="All criteria" columns={columns} rows={criteria} keyOf={({ id }) => id} testId="criterion-row" />
      {isWhole ? (
        <p class="quiet small">The weights are 100 % together.</p>
      ) : (
        <Notice kind="warn">The weights are {percent(total)} together. Scores are out of the best at 100 %.</Notice>
      )}
    </div>
  );
}

const Named = ({ criterion: { name, description } }: { readonly criterion: Criterion }) => (
  <div class="who">
    <strong>{name}</strong>
    {description && <span class="quiet small">{description}</span>}
  </div>
);

/** Deletes a criterion; with what was handed in for it only after that was said. */
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
      label={scores.value > 0 ? 'Delete with its scores' : 'Delete'}
      about={name}
      title={`Delete ${name}?`}
      onYes={async () => {
        if (await attempt(remove, `${name} is deleted.`)) await again();
      }}
    >
      {scores.value > 0
        ? `${scores.value} scores that judges have handed in for it are deleted as well.`
        : 'Scores that judges have begun to give for it are deleted as well.'}
    </Careful>
  );
}

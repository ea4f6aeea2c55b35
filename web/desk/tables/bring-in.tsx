/** Imports a table of people: reads it, shows the meaning of columns, and imports after a confirmation. */
import { useSignal } from '@preact/signals';
import { isRefusal } from '../../../clients/typescript/src/index.ts';
import { Button } from '../../shared/button.tsx';
import { Field } from '../../shared/field.tsx';
import { useLoaded } from '../../shared/loaded.tsx';
import { Notice } from '../../shared/notice.tsx';
import { online } from '../../shared/online.ts';
import { useHackathon } from '../hackathons.ts';
import { Choose } from '../parts/fields.tsx';
import { attempt, explain } from '../parts/said.tsx';
import { Came } from './came.tsx';
import { applyImport, planImport, readHeld, type Column, type Plan } from './requests.ts';
import { bringIn } from './texts/en.ts';

/** The chosen table, its plan, and its job. */
function useTable() {
  const hackathon = useHackathon();
  const csv = useSignal('');
  const plan = useSignal<Plan | undefined>(undefined);
  const job = useSignal('');
  /** Of two plans that are under way, the later one is shown. */
  const turn = useSignal(0);
  const ask = async (mapping: Readonly<Record<string, string>>) => {
    const own = ++turn.value;
    const read = await attemptPlan(() => planImport(hackathon, { csv: csv.value, mapping }));
    if (own === turn.value) plan.value = read ?? plan.value;
  };
  const read = async (file: File | undefined) => {
    [csv.value, plan.value, job.value] = [(await file?.text()) ?? '', undefined, ''];
    if (csv.value) await ask({});
  };
  const hold = (column: Column, guess: string) => ask(mappingWith(plan.value?.columns ?? [], column, guess));
  const apply = async () => {
    const mapping = mappingWith(plan.value?.columns ?? []);
    const begin = async () => void (job.value = await applyImport(hackathon, { csv: csv.value, mapping }));
    if (await attempt(begin, undefined, whyNot)) plan.value = undefined;
  };
  return { plan: plan.value, job: job.value, read, hold, apply };
}

export function BringIn() {
  const hackathon = useHackathon();
  const { plan, job, read, hold, apply } = useTable();
  const held = useLoaded((signal) => readHeld(hackathon, signal), [hackathon.id], 'held');
  return (
    <section class="card stack" aria-labelledby="bring-in">
      <h2 id="bring-in">{bringIn.title}</h2>
      <p class="quiet">{bringIn.explained}</p>
      <Field
        label={bringIn.table}
        type="file"
        accept=".csv,text/csv"
        data-testid="import-file"
        disabled={!online.value}
        onClick={({ currentTarget }) => (currentTarget.value = '')}
        onChange={({ currentTarget }) => void read(currentTarget.files?.[0])}
      />
      {plan && <Planned plan={plan} held={held.data ?? []} onHold={hold} onApply={apply} />}
      {job && <Came id={job} />}
    </section>
  );
}

async function attemptPlan(ask: () => Promise<Plan>): Promise<Plan | undefined> {
  let plan: Plan | undefined;
  await attempt(async () => (plan = await ask()), undefined, whyNot);
  return plan;
}

/** Nothing is held by two columns: the one that had it holds nothing then. */
const mappingWith = (columns: readonly Column[], changed?: Column, guess = 'ignore'): Record<string, string> =>
  Object.fromEntries(
    columns.map(({ name, guess: own }) => [
      name,
      name === changed?.name ? guess : changed && own === guess ? 'ignore' : own,
    ]),
  );

function whyNot(error: Parameters<typeof explain>[0]): string {
  if (!isRefusal(error, 'VALIDATION_FAILED')) return explain(error);
  return error.extras.errors
    .slice(0, 3)
    .map(({ message, line }) => (line === undefined ? message : bringIn.lineProblem(line, message)))
    .join(' · ');
}

interface Shown {
  readonly plan: Plan;
  readonly held: readonly { readonly value: string; readonly name: string }[];
  readonly onHold: (column: Column, guess: string) => Promise<void>;
  readonly onApply: () => Promise<void>;
}

function Planned({ plan: { columns, rows, problems, would }, held, onHold, onApply }: Shown) {
  const refused = rows - would.enrolled - would.invited - would.unchanged;
  return (
    <div class="stack">
      <h3>{bringIn.columns}</h3>
      <div class="counts">
        {columns.map((column) => (
          <div key={column.name} data-testid="import-column">
            <Choose
              label={column.name}
              value={column.guess}
              options={held}
              onChoose={(guess) => void onHold(column, guess)}
            />
          </div>
        ))}
      </div>
      <p role="status">{bringIn.would(rows, would.enrolled, would.invited, would.unchanged, refused)}</p>
      {problems.length > 0 && <Problems of={problems} />}
      {refused > 0 && <Notice kind="warn">{bringIn.refusedLeftOut}</Notice>}
      <div class="row">
        <Button
          data-testid="import-apply"
          disabled={!online.value || would.enrolled + would.invited === 0}
          onClick={onApply}
        >
          {bringIn.apply}
        </Button>
      </div>
    </div>
  );
}

/** More than that nobody reads. */
const problemsAtMost = 100;

const Problems = ({ of: problems }: { readonly of: Plan['problems'] }) => (
  <ul class="plain plan" tabIndex={0} aria-label={bringIn.problems}>
    {problems.slice(0, problemsAtMost).map(({ line, column, message }, place) => (
      <li key={place} data-testid="import-problem">
        <strong>{bringIn.line(line)}</strong>
        {bringIn.problem(column, message)}
      </li>
    ))}
    {problems.length > problemsAtMost && <li class="quiet">{bringIn.more(problems.length - problemsAtMost)}</li>}
  </ul>
);

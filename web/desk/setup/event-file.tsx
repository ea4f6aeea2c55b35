import { useSignal } from '@preact/signals';
import { isRefusal, type Answer } from '../../../clients/typescript/src/index.ts';
import { Button } from '../../shared/button.tsx';
import { Field } from '../../shared/field.tsx';
import { Notice } from '../../shared/notice.tsx';
import { online } from '../../shared/online.ts';
import { api } from '../../shared/session.ts';
import { useHackathon } from '../hackathons.ts';
import { Careful } from '../parts/dialog.tsx';
import { attempt, explain } from '../parts/said.tsx';
import { save } from '../parts/save.ts';
import { file as texts } from './texts/en.ts';

type Plan = Answer<'setup', 'planEventFile'>;

/** The hackathon as a file: to keep, to change in an editor, and to bring in. */
export function EventFile() {
  const { id, slug } = useHackathon();
  const get = async () => save(await api.setup.exportEventFile({ slug: id }), `${slug}.yaml`);
  return (
    <>
      <section class="card" aria-labelledby="down">
        <h2 id="down">{texts.download}</h2>
        <p>{texts.about}</p>
        <div class="row">
          <Button kind="calm" disabled={!online.value} data-testid="file-download" onClick={() => attempt(get)}>
            {texts.downloadFile}
          </Button>
        </div>
      </section>
      <TakeIn />
    </>
  );
}

/** A file is read, its plan is shown, and only then is it applied: all of it or nothing. */
function TakeIn() {
  const { organization } = useHackathon();
  const file = useSignal('');
  const prune = useSignal(false);
  const plan = useSignal<Plan | undefined>(undefined);
  const wanted = () => ({ orgSlug: organization.id, file: file.value, prune: prune.value });
  const read = async (chosen: File | undefined) => {
    plan.value = undefined;
    file.value = (await chosen?.text()) ?? '';
    if (file.value)
      await attempt(async () => (plan.value = await api.setup.planEventFile(wanted())), undefined, whyNot);
  };
  const apply = async () => {
    const send = () => api.setup.applyEventFile({ ...wanted(), confirm: plan.value?.losses?.length ?? 0 });
    if (await attempt(send, applied, whyNot)) plan.value = undefined;
  };
  return (
    <section class="card" aria-labelledby="up">
      <h2 id="up">{texts.bringIn}</h2>
      <p>{texts.bringInAbout}</p>
      <Prune
        isOn={prune.value}
        onChange={(isOn) => {
          prune.value = isOn;
          plan.value = undefined;
        }}
      />
      <Field
        label={texts.label}
        type="file"
        accept=".yaml,.yml,.json"
        data-testid="file-upload"
        disabled={!online.value}
        onClick={({ currentTarget }) => (currentTarget.value = '')}
        onChange={({ currentTarget }) => void read(currentTarget.files?.[0])}
      />
      {plan.value && <Planned plan={plan.value} onApply={apply} />}
    </section>
  );
}

const Prune = ({ isOn, onChange }: { readonly isOn: boolean; readonly onChange: (isOn: boolean) => void }) => (
  <label class="row tick">
    <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
    <span>{texts.prune}</span>
  </label>
);

function whyNot(error: Parameters<typeof explain>[0]): string {
  if (isRefusal(error, 'VALIDATION_FAILED')) {
    const { errors } = error.extras;
    return errors
      .slice(0, 5)
      .map(({ message, line }) => (line === undefined ? message : texts.line(line, message)))
      .concat(errors.length > 5 ? [texts.more(errors.length - 5)] : [])
      .join(' · ');
  }
  if (isRefusal(error, 'FILE_NOT_APPLICABLE')) return `${error.extras.reason} ${error.extras.next}`;
  if (isRefusal(error, 'LOSES_PLACES')) return texts.othersLose(error.extras.count);
  if (isRefusal(error, 'FILE_NOT_PERMITTED')) return `${error.message} ${JSON.stringify(error.extras.refused)}`;
  return explain(error);
}

const applied = ({ changes }: Pick<Plan, 'changes'>) => texts.applied(inWords(changes));

const inWords = ({ created, changed, removed = 0 }: Plan['changes']) =>
  [texts.created(created), texts.changed(changed), removed > 0 && texts.removed(removed)].filter(Boolean).join(', ');

const signs = { create: '+', change: '~', remove: '−' } as const;
/** More than that nobody reads. */
const linesAtMost = 200;

/** Names everybody from whom the file takes a place or a team. */
const Losses = ({ of }: { readonly of: NonNullable<Plan['losses']> }) => (
  <Notice kind="warn">
    <p>{texts.lose(of.length)}</p>
    <ul class="plain" data-testid="file-losses">
      {of.map(({ email, loses }) => (
        <li key={email}>
          <strong>{email}</strong> <span class="small">{loses.join(', ')}</span>
        </li>
      ))}
    </ul>
  </Notice>
);

function Planned({
  plan: { actions, changes, losses = [] },
  onApply,
}: {
  readonly plan: Plan;
  readonly onApply: () => Promise<void>;
}) {
  if (actions.length === 0) return <Notice kind="good">{texts.nothing}</Notice>;
  return (
    <div class="stack" data-testid="file-plan">
      <p role="status">{texts.plan(actions.length, inWords(changes))}</p>
      <ul class="plain plan">
        {actions.slice(0, linesAtMost).map(({ action, what, fields }, place) => (
          <li key={place}>
            <span aria-hidden="true">{signs[action]} </span>
            <strong>{what}</strong>{' '}
            <span class="quiet small">
              {texts.verbs[action]}: {Object.keys(fields).join(', ')}
            </span>
          </li>
        ))}
      </ul>
      {actions.length > linesAtMost && <p class="quiet">{texts.more(actions.length - linesAtMost)}</p>}
      {losses.length > 0 && <Losses of={losses} />}
      <div class="row">
        {losses.length > 0 ? (
          <Careful label={texts.apply} title={texts.lose(losses.length)} onYes={onApply}>
            {texts.fileWins}
          </Careful>
        ) : (
          <Button data-testid="file-apply" disabled={!online.value} onClick={onApply}>
            {texts.apply}
          </Button>
        )}
      </div>
    </div>
  );
}

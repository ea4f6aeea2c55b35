/** Submits the scores of a team: shows what is missing, goes on with the next team, and takes it back for a while. */
import { signal } from '@preact/signals';
import { isRefusal, type MusterError } from '../../clients/typescript/src/index.ts';
import { Button } from '../shared/button.tsx';
import { Asking } from '../shared/asking.tsx';
import { inWords } from '../shared/refused.ts';
import { Notice } from '../shared/notice.tsx';
import { online } from '../shared/online.ts';
import { draftOf, heldForMs, missingOf } from './drafts.ts';
import { panel, type Team } from './panel.ts';
import { refusals, sending, setHandedIn } from './sender.ts';
import { handIn as texts } from './texts/en.ts';

interface Props {
  readonly team: Team;
  /** The one to go on with. */
  readonly next: Team | undefined;
}

/** The team that was handed in last, and the one that this led to: empty for the list. */
const led = signal<{ readonly from: string; readonly to: string }>();

function handIn({ team, next }: Props): void {
  const { id } = team.assignment;
  led.value = { from: id, to: next?.assignment.id ?? '' };
  location.hash = led.value.to;
  void setHandedIn(id, true);
}

function takeBack(id: string): void {
  location.hash = id;
  void setHandedIn(id, false);
}

const Undo = ({ id }: { readonly id: string }) => (
  <Button kind="calm" data-testid="take-back" onClick={() => takeBack(id)}>
    {texts.undo}
  </Button>
);

/** Says whether the team before was handed in: on the page of the team that came next, or on the list. */
export function Latest({ at }: { readonly at: string }) {
  const { from = '', to } = led.value ?? {};
  const before = panel.value?.find((team) => team.assignment.id === from)?.assignment;
  if (!before) return null;
  const [state, notice] = latestOf(before);
  if (to !== at && !(at === '' && state === 'held')) return null;
  return (
    <div data-testid="latest" data-state={state}>
      {notice}
    </div>
  );
}

function latestOf(before: Team['assignment']) {
  const { id, team_name: name } = before;
  const draft = draftOf(id);
  if (before.status === 'SUBMITTED') return ['sent', <Notice kind="good">{texts.isDone(name)}</Notice>] as const;
  if (draft.isHandedIn && !online.value) {
    return ['waits', <Notice action={<Undo id={id} />}>{texts.waits(name)}</Notice>] as const;
  }
  if (draft.isHandedIn && heldForMs(draft) > 0) {
    const done = (
      <Notice kind="good" action={<Undo id={id} />}>
        {texts.isDone(name)}
      </Notice>
    );
    return ['held', done] as const;
  }
  if (draft.isHandedIn) {
    // The first try is too short to be told of.
    const isFirst = sending.value.has(id);
    return [
      'sending',
      <Notice kind={isFirst ? 'good' : 'info'}>{texts[isFirst ? 'isDone' : 'isUnderWay'](name)}</Notice>,
    ] as const;
  }
  return ['failed', <NotHandedIn of={before} />] as const;
}

function NotHandedIn({ of: before }: { readonly of: Team['assignment'] }) {
  const { id, team_name: name } = before;
  const refusal = refusals.value[id];
  const back = (
    <a class="button calm" href={`#${id}`}>
      {texts.backTo(name)}
    </a>
  );
  return (
    <Notice kind="bad" action={back}>
      {texts.failed(name, refusal ? reasonOf(refusal, before) : '')}
    </Notice>
  );
}

/** Scores that do not fit the scale any more are refused with their criteria. */
function reasonOf(refusal: MusterError, { criteria }: Team['assignment']): string {
  const faults = isRefusal(refusal, 'VALIDATION_FAILED') ? refusal.extras.errors : [];
  const wrong = criteria.filter(({ id }) => faults.some(({ field }) => field === `scores.${id}`));
  return wrong.length > 0 ? texts.otherScale(wrong.map(({ name }) => name)) : inWords(refusal);
}

export function HandIn({ team, next }: Props) {
  if (draftOf(team.assignment.id).isHandedIn) return <Undo id={team.assignment.id} />;
  const label = <span>{next ? texts.handInThen(next.assignment.team_name) : texts.handIn}</span>;
  if (missingOf(team).length === 0) {
    // The second click of two is meant for the team before.
    return (
      <Button class="on" data-testid="submit" onClick={({ detail }) => detail < 2 && handIn({ team, next })}>
        {label}
      </Button>
    );
  }
  return (
    <Asking label={label} class="on" testId="submit" title={texts.missing}>
      {(close) => <Missing team={team} close={close} />}
    </Asking>
  );
}

interface Closing {
  readonly team: Team;
  readonly close: () => void;
}

function Missing({ team, close }: Closing) {
  const goTo = (id: string) => {
    close();
    const place = document.getElementById(`criterion-${id}`);
    place?.scrollIntoView({ block: 'center' });
    place?.querySelector('input')?.focus();
  };
  return (
    <div class="stack" data-testid="missing">
      <ul class="missing">
        {missingOf(team).map(({ id, name }) => (
          <li key={id}>
            <Button kind="bare" onClick={() => goTo(id)}>
              {name}
            </Button>
          </li>
        ))}
      </ul>
      <Button kind="calm" onClick={close}>
        {texts.back}
      </Button>
    </div>
  );
}

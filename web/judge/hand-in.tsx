/** Submits the scores of a team: shows what is missing, asks the first time, and goes on with the next team. */
import { signal } from '@preact/signals';
import { isRefusal, type MusterError } from '../../clients/typescript/src/index.ts';
import { Button } from '../shared/button.tsx';
import { Asking } from '../shared/asking.tsx';
import { inWords } from '../shared/refused.ts';
import { Notice } from '../shared/notice.tsx';
import { online } from '../shared/online.ts';
import { personId } from '../shared/start.ts';
import { draftOf, missingOf } from './drafts.ts';
import { panel, type Team } from './panel.ts';
import { refusals, setHandedIn } from './sender.ts';
import { handIn as texts } from './texts/en.ts';

interface Props {
  readonly team: Team;
  /** The one to go on with. */
  readonly next: Team | undefined;
}

/** The team that was handed in last, and the one that this led to. */
const led = signal<{ readonly from: string; readonly to: string }>();

/** The mark on this device that the person has confirmed a submission once, so that later ones are not asked. */
const place = 'muster hands in';
const isKnown = (): boolean => localStorage.getItem(place) === personId.value;

function handIn({ team, next }: Props): void {
  const { id } = team.assignment;
  if (personId.value) localStorage.setItem(place, personId.value);
  if (next) {
    led.value = { from: id, to: next.assignment.id };
    location.hash = next.assignment.id;
  } else {
    // The pressed button disappears, so the focus moves to the name of the team.
    document.querySelector('h1')?.focus();
    scrollTo(0, 0);
  }
  void setHandedIn(id, true);
}

/** Says whether the team before was handed in, on the page of the team that came next. */
export function Before({ of: { assignment } }: { readonly of: Team }) {
  const { from, to } = led.value ?? {};
  const before = panel.value?.find((team) => team.assignment.id === from)?.assignment;
  if (!before || to !== assignment.id) return null;
  const name = before.team_name;
  if (before.status === 'SUBMITTED') {
    return <Notice kind="good">{texts.isDone(name, assignment.team_name)}</Notice>;
  }
  if (draftOf(before.id).isHandedIn) {
    return <Notice>{online.value ? texts.isUnderWay(name) : texts.waits(name)}</Notice>;
  }
  const refusal = refusals.value[before.id];
  const back = (
    <a class="button calm" href={`#${before.id}`}>
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
  const { id } = team.assignment;
  if (draftOf(id).isHandedIn) {
    return (
      <Button kind="calm" onClick={() => setHandedIn(id, false)}>
        {texts.notYetAfterAll}
      </Button>
    );
  }
  const isIncomplete = missingOf(team).length > 0;
  if (!isIncomplete && isKnown()) {
    // The second click of two is meant for the team before.
    return (
      <Button data-testid="submit" onClick={({ detail }) => detail < 2 && handIn({ team, next })}>
        {texts.handIn}
      </Button>
    );
  }
  return (
    <Asking
      label={texts.handIn}
      testId="submit"
      title={isIncomplete ? texts.missing : texts.ask(team.assignment.team_name)}
    >
      {(close) =>
        isIncomplete ? <Missing team={team} close={close} /> : <Ask team={team} next={next} close={close} />
      }
    </Asking>
  );
}

interface Closing {
  readonly close: () => void;
}

function Missing({ team, close }: Pick<Props, 'team'> & Closing) {
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

const Ask = ({ close, ...teams }: Props & Closing) => (
  <div class="stack">
    <p>{texts.warning}</p>
    <div class="row">
      <Button
        data-testid="submit-sure"
        onClick={() => {
          close();
          handIn(teams);
        }}
      >
        {texts.handIn}
      </Button>
      <Button kind="calm" onClick={close}>
        {texts.notYet}
      </Button>
    </div>
  </div>
);

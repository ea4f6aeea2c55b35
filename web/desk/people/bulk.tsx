/** Decides about the ticked people, and shows outcomes, each with an undo for a minute. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../shared/button.tsx';
import { Field } from '../../shared/field.tsx';
import { online } from '../../shared/online.ts';
import { useHackathon } from '../hackathons.ts';
import { Choose } from '../parts/fields.tsx';
import { attempt } from '../parts/said.tsx';
import { acts } from '../texts/en.ts';
import { decideAbout, outcomeOf, takeBack, type Bulk, type BulkStatus, type Ways } from './bulk-requests.ts';
import type { Filter, Person } from './requests.ts';
import type { Selection } from './selection.ts';
import { bulk as texts, outcomes } from './texts/en.ts';
import { add, change, close, closeOver, toldOf, type Told } from './told.ts';

export interface BulkProps {
  readonly filter: Filter;
  readonly rows: readonly Person[];
  readonly selection: Selection;
  readonly again: () => Promise<void>;
}

const strong = (text: string) => <strong>{text}</strong>;
const quiet = (text: string) => <span class="quiet">{text}</span>;

const statuses: readonly BulkStatus[] = ['accepted', 'waitlisted', 'rejected', 'pending'];

export function BulkDecisions({ filter, rows, selection, again }: BulkProps) {
  const hackathon = useHackathon();
  const newest = useRef('');
  const ways = useSignal<Ways>({ track: '', confirmBy: '', letters: true });
  const { isAll, people: ticked } = selection;
  useEffect(closeOver, []);
  const decide = async (status: BulkStatus) => {
    const until = Date.now() + undoWithinMs;
    const work = async () => {
      const bulk = await decideAbout(hackathon, filter, { selection, rows }, status, ways.value);
      newest.current = bulk.answer.id;
      add({ ...bulk, hackathon: hackathon.id, until });
    };
    if (!(await attempt(work))) return;
    selection.clear();
    await again();
  };
  const isAny = isAll || ticked.length > 0;
  return (
    <>
      {toldOf(hackathon.id).map((told) => (
        <Outcome key={told.answer.id} told={told} isNew={told.answer.id === newest.current} again={again} />
      ))}
      {isAny && (
        <section class="bulk" aria-label={texts.group}>
          <p role="status">{texts.ticked(isAll ? 'all' : ticked.length, strong, quiet)}</p>
          <Buttons onDecide={decide} onClear={selection.clear} />
          <Further ways={ways.value} onChange={(next) => (ways.value = { ...ways.value, ...next })} />
        </section>
      )}
    </>
  );
}

interface Pressing {
  readonly onDecide: (status: BulkStatus) => Promise<void>;
  readonly onClear: () => void;
}
const kinds = {
  accepted: {},
  waitlisted: { kind: 'calm' },
  rejected: { kind: 'danger' },
  pending: { kind: 'calm' },
} as const;

const Buttons = ({ onDecide, onClear }: Pressing) => (
  <div class="row tight">
    {statuses.map((status) => (
      <Button
        key={status}
        data-testid={`bulk-${status}`}
        disabled={!online.value}
        {...kinds[status]}
        onClick={() => onDecide(status)}
      >
        {texts[status]}
      </Button>
    ))}
    <Button kind="bare" onClick={onClear}>
      {texts.untick}
    </Button>
  </div>
);

interface Choosing {
  readonly ways: Ways;
  readonly onChange: (next: Partial<Ways>) => void;
}
function Further({ ways: { track, confirmBy, letters }, onChange }: Choosing) {
  const { tracks } = useHackathon();
  const applied = { value: '', name: texts.ownTracks };
  return (
    <details>
      <summary>{texts.more}</summary>
      <div class="filters">
        {tracks.length > 1 && (
          <Choose
            label={texts.track}
            value={track}
            options={[applied, ...tracks.map(({ id, name }) => ({ value: id, name }))]}
            onChoose={(next) => onChange({ track: next })}
          />
        )}
        <Field
          label={texts.confirmBy}
          hint={texts.confirmByHint}
          type="datetime-local"
          value={confirmBy}
          onInput={(event) => onChange({ confirmBy: event.currentTarget.value })}
        />
        <label class="row tight">
          <input type="checkbox" checked={letters} onChange={() => onChange({ letters: !letters })} />
          <span>{texts.letters}</span>
        </label>
      </div>
    </details>
  );
}

/** Within this the service takes a decision back. */
const undoWithinMs = 60_000;

const secondsUntil = (time: number) => Math.max(0, Math.ceil((time - Date.now()) / 1_000));

interface Showing {
  readonly told: Told;
  readonly isNew: boolean;
  readonly again: () => Promise<void>;
}
function Outcome({ told, isNew, again }: Showing) {
  const place = useRef<HTMLDivElement>(null);
  const { until, undone, isTold } = told;
  const left = useSignal(secondsUntil(until));
  useEffect(() => {
    if (isNew) place.current?.focus();
    const timer = setInterval(() => void (left.value = secondsUntil(until)), 250);
    return () => clearInterval(timer);
  }, []);
  const undo = async () => {
    if (!(await attempt(async () => change(told, await takeBack(told))))) return;
    place.current?.focus();
    await again();
  };
  const isOpen = undone === undefined && left.value > 0;
  return (
    <div ref={place} class="card bulk-outcome" data-testid="bulk-outcome" tabIndex={-1}>
      <div class="row spread">
        <p role="status">{undone ?? outcomeOf(told)}</p>
        <div class="row tight">
          {isOpen && (
            <Button kind="calm" data-testid="bulk-undo" disabled={!online.value} onClick={undo}>
              {acts.undo} <span aria-hidden="true">{texts.secondsLeft(left.value)}</span>
            </Button>
          )}
          <Button kind="bare" onClick={() => close(told)}>
            {acts.close}
          </Button>
        </div>
      </div>
      {isOpen && isTold && <p class="quiet small">{texts.emailsWait}</p>}
      {undone === undefined && <Names bulk={told} />}
    </div>
  );
}

function Names({ bulk: { answer, moved, named } }: { readonly bulk: Bulk }) {
  const rest = answer.decided - moved.length;
  return (
    <>
      {moved.length > 0 && (
        <details>
          <summary>{texts.moved}</summary>
          <p>
            {texts.andMore(
              moved.map(({ name }) => name),
              rest,
            )}
          </p>
        </details>
      )}
      {named.length > 0 && (
        <ul class="plain">
          {named.map(({ id, name, code }) => (
            <li key={id}>{outcomes.stayed[code](name)}</li>
          ))}
          {answer.refused.length > named.length && <li>{texts.moreRefused(answer.refused.length - named.length)}</li>}
        </ul>
      )}
    </>
  );
}

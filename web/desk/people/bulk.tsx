/** Decides about the ticked people, and shows the outcome with an undo for a minute. */
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
  const done = useSignal<Bulk>();
  const ways = useSignal<Ways>({ track: '', confirmBy: '', letters: true });
  const { isAll, people: ticked } = selection;
  const decide = async (status: BulkStatus) => {
    if (
      !(await attempt(
        async () => void (done.value = await decideAbout(hackathon, filter, { selection, rows }, status, ways.value)),
      ))
    )
      return;
    selection.clear();
    await again();
  };
  const isAny = isAll || ticked.length > 0;
  return (
    <>
      {done.value && (
        <Outcome
          key={done.value.answer.id}
          bulk={done.value}
          again={again}
          onClose={() => void (done.value = undefined)}
        />
      )}
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

/** Seconds in which the service takes a decision back. */
const undoSeconds = 60;

interface Deciding {
  readonly bulk: Bulk;
  readonly again: () => Promise<void>;
  readonly onClose: () => void;
}
function Outcome({ bulk, again, onClose }: Deciding) {
  const [begun, place] = [useRef(Date.now()), useRef<HTMLDivElement>(null)];
  const [left, back] = [useSignal(undoSeconds), useSignal('')];
  useEffect(() => {
    place.current?.focus();
    const timer = setInterval(() => {
      left.value = Math.max(0, undoSeconds - Math.ceil((Date.now() - begun.current) / 1_000));
    }, 250);
    return () => clearInterval(timer);
  }, []);
  const undo = async () => {
    if (!(await attempt(async () => void (back.value = await takeBack(bulk))))) return;
    place.current?.focus();
    await again();
  };
  return (
    <div ref={place} class="card bulk-outcome" data-testid="bulk-outcome" tabIndex={-1}>
      <div class="row spread">
        <p role="status">{back.value || outcomeOf(bulk)}</p>
        <div class="row tight">
          {!back.value && left.value > 0 && (
            <Button kind="calm" data-testid="bulk-undo" disabled={!online.value} onClick={undo}>
              {acts.undo} <span aria-hidden="true">{texts.secondsLeft(left.value)}</span>
            </Button>
          )}
          <Button kind="bare" onClick={onClose}>
            {acts.close}
          </Button>
        </div>
      </div>
      {!back.value && <Names bulk={bulk} />}
    </div>
  );
}

function Names({ bulk: { answer, moved, refused } }: { readonly bulk: Bulk }) {
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
      {refused.length > 0 && (
        <ul class="plain">
          {refused.map(({ id, name, code }) => (
            <li key={id}>{outcomes.stayed[code](name)}</li>
          ))}
          {answer.refused.length > refused.length && (
            <li>{texts.moreRefused(answer.refused.length - refused.length)}</li>
          )}
        </ul>
      )}
    </>
  );
}

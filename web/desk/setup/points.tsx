import { useSignal } from '@preact/signals';
import { handsOut, type PointType } from '../../../shared/contract/values.ts';
import { writeChanges } from '../../shared/changes.ts';
import { Button } from '../../shared/button.tsx';
import { Field } from '../../shared/field.tsx';
import { Empty, useLoaded } from '../../shared/loaded.tsx';
import { online } from '../../shared/online.ts';
import { api } from '../../shared/session.ts';
import { Rows, type Column } from '../parts/rows.tsx';
import { period } from '../../shared/periods.ts';
import { readPoints, type Point } from '../doors/requests.ts';
import { useHackathon, type Hackathon, type Open } from '../hackathons.ts';
import { useFresh } from '../live.ts';
import { Careful, Dialog } from '../parts/dialog.tsx';
import { Choose, optionsOf } from '../parts/fields.tsx';
import { Area, Form, Ticks, useTexts, useTicks, type Typed } from '../parts/form.tsx';
import { ButtonFor, ComingRows, Shown } from '../parts/listing.tsx';
import { forms } from '../parts/texts/en.ts';
import { attempt } from '../parts/said.tsx';
import { instantOf, TimeField, wallOf } from './zoned.tsx';
import { items, points as words, zoned } from './texts/en.ts';

/** Where people check in. */
export function Points() {
  const hackathon = useHackathon();
  const keys = [hackathon.id, hackathon.tracks.length];
  const points = useLoaded((signal) => readPoints(hackathon, signal), keys, 'points');
  useFresh(hackathon.live, points.again, ['checkin_point', 'event']);
  const edited = useSignal<Point | 'new'>();
  return (
    <section class="card" aria-labelledby="points">
      <div class="row spread">
        <h2 id="points">{words.title}</h2>
        <Button kind="calm" disabled={!online.value} onClick={() => (edited.value = 'new')}>
          {words.add}
        </Button>
      </div>
      <Shown of={points} coming={<ComingRows />}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty>{words.none}</Empty>
          ) : (
            <List points={rows} again={points.again} onEdit={(row) => (edited.value = row)} />
          )
        }
      </Shown>
      {edited.value && (
        <PointForm
          point={edited.value === 'new' ? undefined : edited.value}
          again={points.again}
          onClose={() => (edited.value = undefined)}
        />
      )}
    </section>
  );
}

const types: readonly { readonly value: PointType; readonly name: string }[] = optionsOf(words.types);

interface Listing {
  readonly points: readonly Point[];
  readonly again: () => Promise<void>;
  readonly onEdit: (point: Point) => void;
}
function List({ points, again, onEdit }: Listing) {
  const { zone } = useHackathon();
  const columns: readonly Column<Point>[] = [
    {
      name: words.door,
      show: ({ name }) => <strong>{name}</strong>,
      below: ({ track }) => track?.name ?? words.whole,
    },
    { name: words.kind, show: ({ type }) => words.types[type], isPlain: true },
    { name: words.open, show: ({ opens_at, closes_at }) => period(opens_at, closes_at, zone), isPlain: true },
    {
      name: forms.change,
      at: 'end',
      show: (point) => (
        <div class="row tight acts">
          <ButtonFor label={forms.edit} about={point.name} kind="calm" onClick={() => onEdit(point)} />
          <Delete point={point} again={again} />
        </div>
      ),
    },
  ];
  return (
    <div class="listing">
      <Rows caption={words.caption} columns={columns} rows={points} keyOf={({ id }) => id} testId="door-row" />
    </div>
  );
}

const Delete = ({ point, again }: { readonly point: Point; readonly again: () => Promise<void> }) => (
  <Careful
    label={forms.delete}
    about={point.name}
    title={items.delete(point.name)}
    onYes={async () => {
      if (await attempt(() => api.checkIn.deletePoint({ id: point.id }), items.deleted(point.name))) await again();
    }}
  >
    {words.deleting}
  </Careful>
);

const countable = { type: 'number', required: true, min: 1, max: 100 } as const;
const portionsOf = (point: Point | undefined): string => {
  const portions = point?.config_json['portions'];
  return typeof portions === 'number' ? String(portions) : '1';
};

const hourMs = 3_600_000;
/** A new one is open from an hour before the hackathon until its end, as one of an event file that says nothing else. */
function textsOf(point: Point | undefined, { zone, start_at, end_at }: Hackathon) {
  const opens = point ? point.opens_at : start_at && Date.parse(start_at) - hourMs;
  return {
    name: point?.name ?? '',
    opens_at: wallOf(opens, zone),
    closes_at: wallOf(point ? point.closes_at : end_at, zone),
    portions: portionsOf(point),
    requirements: (point?.milestone_requirements ?? []).map(({ title }) => title).join('\n'),
  };
}

interface Editing {
  readonly point: Point | undefined;
  readonly again: () => Promise<void>;
  readonly onClose: () => void;
}
export function PointForm({ point, again, onClose }: Editing) {
  const hackathon = useHackathon();
  const { id, zone, tracks } = hackathon;
  const { texts, former, field, send } = useTexts(textsOf(point, hackathon));
  const type = useSignal<PointType>(point?.type ?? 'attendance');
  const track = useSignal(point?.track?.id ?? '');
  const optional = useOptional(point);
  const put = (): Promise<unknown> => {
    const after = wantedOf({ ...texts.value, type: type.value, zone, optional: optional.now }, point);
    if (!point) return api.checkIn.createPoint({ slug: id, ...after, event_id: track.value || null });
    return changePoint(
      hackathon,
      point,
      wantedOf({ ...former(), type: point.type, zone, optional: optional.former }, point),
      after,
    );
  };
  const places = [{ value: '', name: words.whole }, ...tracks.map((each) => ({ value: each.id, name: each.name }))];
  const save = async () => {
    if (!(await send(put, items.saved(texts.value.name)))) return;
    // The next time it is opened with what was saved.
    await again();
    onClose();
  };
  return (
    <Dialog title={point ? items.edit(point.name) : words.add} onClose={onClose}>
      <Form onSend={save}>
        <Field label={forms.name} required minLength={2} maxLength={100} autocomplete="off" {...field('name')} />
        <Choose label={words.kind} value={type.value} options={types} onChoose={(next) => (type.value = next)} />
        {!point && (
          <Choose label={words.of} value={track.value} options={places} onChoose={(next) => (track.value = next)} />
        )}
        <Open field={field} />
        {handsOut(type.value) && <Field label={words.portions} {...countable} {...field('portions')} />}
        {type.value === 'milestone' && <ToHandIn typed={field('requirements')} optional={optional} />}
        <p class="quiet small">{zoned.timesOf(zone)}</p>
        <Button>{forms.save}</Button>
      </Form>
    </Dialog>
  );
}

const Open = ({ field }: { readonly field: (name: 'opens_at' | 'closes_at') => Typed }) => (
  <>
    <TimeField label={words.opens} required {...field('opens_at')} />
    <TimeField label={words.closes} required {...field('closes_at')} />
  </>
);

type Requirement = Point['milestone_requirements'][number];

/** The titles of requirements that need not be handed in, now and as they were. */
function useOptional(point: Point | undefined) {
  const first = (point?.milestone_requirements ?? []).flatMap(({ title, is_required }) => (is_required ? [] : [title]));
  const { ticked: now, toggle } = useTicks(first);
  return { former: first, now, toggle };
}

interface HandingIn {
  readonly typed: Typed;
  readonly optional: ReturnType<typeof useOptional>;
}
function ToHandIn({ typed, optional: { now, toggle } }: HandingIn) {
  const titles = titlesIn(typed.value);
  return (
    <>
      <Area label={words.toHandIn} hint={words.toHandInHint} {...typed} />
      {titles.length > 0 && (
        <Ticks
          legend={words.isNeeded}
          options={titles.map((title) => ({ id: title, name: title }))}
          ticked={titles.filter((title) => !now.includes(title))}
          onToggle={toggle}
        />
      )}
    </>
  );
}

const titlesIn = (text: string) => [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean);

/** One of each line. Those that stood there keep their id, by which a team has handed them in. */
function requirementsOf({ requirements, optional }: Said, former: readonly Requirement[] = []): Requirement[] {
  const titles = titlesIn(requirements);
  const known = former.map(({ id }) => id);
  const ids = Array.from({ length: titles.length + known.length }, (_, index) => `r${index + 1}`);
  const free = ids.filter((id) => !known.includes(id)).values();
  return titles.map((title) => {
    const known = former.find((each) => each.title === title) ?? { id: free.next().value ?? title, title };
    return { ...known, is_required: !optional.includes(title) };
  });
}

interface Said extends Readonly<ReturnType<typeof textsOf>> {
  readonly type: PointType;
  readonly zone: string;
  /** Titles of requirements. */
  readonly optional: readonly string[];
}
const wantedOf = (said: Said, point: Point | undefined) => ({
  ...{ name: said.name, type: said.type },
  ...{ opens_at: instantOf(said.opens_at, said.zone) ?? '', closes_at: instantOf(said.closes_at, said.zone) ?? '' },
  milestone_requirements: said.type === 'milestone' ? requirementsOf(said, point?.milestone_requirements) : [],
  config_json: handsOut(said.type) ? { portions: Number(said.portions) } : {},
});

type Wanted = ReturnType<typeof wantedOf>;
const changePoint = (hackathon: Open, { id }: Point, before: Wanted, after: Wanted): Promise<void> =>
  writeChanges({
    ...{ before, after },
    read: async () => (await readPoints(hackathon)).find((point) => point.id === id) ?? {},
    write: (part) => api.checkIn.updatePoint({ id, ...part }),
  });

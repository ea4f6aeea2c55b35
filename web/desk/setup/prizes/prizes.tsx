import { useSignal, type Signal } from '@preact/signals';
import type { Locale } from '../../../../shared/contract/values.ts';
import { Button } from '../../../shared/button.tsx';
import { Field } from '../../../shared/field.tsx';
import { Empty, useLoaded } from '../../../shared/loaded.tsx';
import { online } from '../../../shared/online.ts';
import { Rows, type Column } from '../../parts/rows.tsx';
import { useHackathon } from '../../hackathons.ts';
import { useFresh } from '../../live.ts';
import { Careful, Dialog } from '../../parts/dialog.tsx';
import { Choose, optionsOf } from '../../parts/fields.tsx';
import { Area, Form, Ticks, useTexts, useTicks } from '../../parts/form.tsx';
import { ButtonFor, ComingRows, Shown } from '../../parts/listing.tsx';
import { forms } from '../../parts/texts/en.ts';
import { attempt } from '../../parts/said.tsx';
import { InOtherLanguages, translations, typedTexts } from '../languages.tsx';
import { PrizeDecision } from './prize-decision.tsx';
import { addPrize, changePrize, deletePrize, readJudges, readPrizes, type Prize } from '../requests.ts';
import { items } from '../texts/en.ts';
import { prizes as words } from './texts/en.ts';

const none = <Empty>{words.none}</Empty>;

/** The prizes that teams can win. */
export function Prizes() {
  const hackathon = useHackathon();
  const prizes = useLoaded((signal) => readPrizes(hackathon, signal), [hackathon.id], 'prizes');
  useFresh(hackathon.live, prizes.again, ['super_event']);
  const edited = useSignal<Prize | 'new'>();
  const decided = useSignal<string>();
  const edit = (row: Prize) => void (edited.value = row);
  const decide = ({ id }: Prize) => void (decided.value = id);
  const prize = prizes.data?.find(({ id }) => id === decided.value);
  const next = Math.max(-1, ...(prizes.data ?? []).map(({ order_index }) => order_index)) + 1;
  return (
    <section class="card" aria-labelledby="prizes">
      <div class="row spread">
        <h2 id="prizes">{words.title}</h2>
        <Button kind="calm" disabled={!online.value} onClick={() => (edited.value = 'new')}>
          {words.add}
        </Button>
      </div>
      <Shown of={prizes} coming={<ComingRows />}>
        {(rows) =>
          rows.length === 0 ? none : <List prizes={rows} again={prizes.again} onEdit={edit} onDecide={decide} />
        }
      </Shown>
      {prize && <PrizeDecision prize={prize} again={prizes.again} onClose={() => (decided.value = undefined)} />}
      {edited.value && (
        <PrizeForm
          prize={edited.value === 'new' ? undefined : edited.value}
          next={next}
          again={prizes.again}
          onClose={() => (edited.value = undefined)}
        />
      )}
    </section>
  );
}

interface Listing {
  readonly prizes: readonly Prize[];
  readonly again: () => Promise<void>;
  readonly onEdit: (prize: Prize) => void;
  readonly onDecide: (prize: Prize) => void;
}
function List({ prizes, again, onEdit, onDecide }: Listing) {
  const columns: readonly Column<Prize>[] = [
    {
      name: words.prize,
      show: ({ name }) => <strong>{name}</strong>,
      below: ({ description }) => description,
    },
    { name: words.sponsor, show: ({ sponsor }) => sponsor },
    {
      name: words.winners,
      show: ({ winners }) => winners.map(({ team_name }) => team_name).join(', ') || words.notYet,
    },
    {
      name: forms.change,
      at: 'end',
      show: (prize) => <Acts {...{ prize, again, onEdit, onDecide }} />,
    },
  ];
  return (
    <div class="listing">
      <Rows caption={words.caption} columns={columns} rows={prizes} keyOf={({ id }) => id} testId="prize-row" />
    </div>
  );
}

type Acting = Omit<Listing, 'prizes'> & { readonly prize: Prize };
const Acts = ({ prize, again, onEdit, onDecide }: Acting) => (
  <div class="row tight acts">
    <ButtonFor label={forms.edit} about={prize.name} kind="calm" onClick={() => onEdit(prize)} />
    <ButtonFor
      label={words.decide}
      about={prize.name}
      kind="calm"
      disabled={!online.value}
      onClick={() => onDecide(prize)}
    />
    <Careful
      label={forms.delete}
      about={prize.name}
      title={items.delete(prize.name)}
      onYes={async () => {
        if (await attempt(() => deletePrize(prize.id), items.deleted(prize.name))) await again();
      }}
    >
      {words.projectsStay}
    </Careful>
  </div>
);

const deciders = optionsOf(words.deciders);

const translated = [
  { name: 'name', label: forms.name, maxLength: 100 },
  { name: 'description', label: words.description, maxLength: 2000, isLong: true },
] as const;

const textsOf = (prize: Prize | undefined) => ({
  ...{ name: prize?.name ?? '', sponsor: prize?.sponsor ?? '', description: prize?.description ?? '' },
  ...typedTexts(prize, ['name', 'description']),
});

const wantedOf = (texts: ReturnType<typeof textsOf>, locales: readonly Locale[]) => ({
  name: texts.name,
  ...{ sponsor: texts.sponsor.trim() || null, description: texts.description.trim() || null },
  ...translations(texts, 'name', locales),
  ...translations(texts, 'description', locales),
});

interface Chosen extends Pick<Prize, 'by'> {
  readonly track_ids: readonly string[] | null;
  readonly judge_user_ids: readonly string[];
}
/** No track stands for all of them. */
const choicesOf = ({ by, track_ids, judge_user_ids }: Chosen) => ({
  by,
  track_ids: track_ids?.length ? [...track_ids] : null,
  judge_user_ids: [...judge_user_ids],
});

interface Editing {
  readonly prize: Prize | undefined;
  /** Where a new one stands. */
  readonly next: number;
  readonly again: () => Promise<void>;
  readonly onClose: () => void;
}
function PrizeForm({ prize, next, again, onClose }: Editing) {
  const { id, locales } = useHackathon();
  const by = useSignal<Prize['by']>(prize?.by ?? 'judges');
  const ofTracks = useTicks(prize?.track_ids ?? []);
  const judging = useTicks(prize?.judge_user_ids);
  const { texts, former, field, send } = useTexts(textsOf(prize));
  const put = (): Promise<unknown> => {
    const chosen = { by: by.value, track_ids: ofTracks.ticked, judge_user_ids: judging.ticked };
    const after = { ...wantedOf(texts.value, locales), ...choicesOf(chosen) };
    if (!prize) return addPrize(id, { ...after, order_index: next });
    return changePrize(id, prize.id, { ...wantedOf(former(), locales), ...choicesOf(prize) }, after);
  };
  const save = async () => {
    if (!(await send(put, items.saved(texts.value.name)))) return;
    // The next time it is opened with what was saved.
    await again();
    onClose();
  };
  return (
    <Dialog title={prize ? items.edit(prize.name) : words.add} onClose={onClose}>
      <Form onSend={save}>
        <Field label={forms.name} required minLength={2} maxLength={100} autocomplete="off" {...field('name')} />
        <Field
          label={words.sponsor}
          hint={forms.mayBeLeftOut}
          maxLength={100}
          autocomplete="off"
          {...field('sponsor')}
        />
        <Area label={words.description} hint={forms.mayBeLeftOut} maxLength={2000} {...field('description')} />
        <InOtherLanguages spoken={locales} field={field} texts={translated} />
        <Deciding by={by} ofTracks={ofTracks} judging={judging} />
        <Button>{forms.save}</Button>
      </Form>
    </Dialog>
  );
}

interface DecidingProps {
  readonly by: Signal<Prize['by']>;
  readonly ofTracks: ReturnType<typeof useTicks>;
  readonly judging: ReturnType<typeof useTicks>;
}
/** The judges or the ranking that decide, and the tracks whose teams may enter. */
function Deciding({ by, ofTracks, judging }: DecidingProps) {
  const hackathon = useHackathon();
  const judges = useLoaded((signal) => readJudges(hackathon, signal), [hackathon.id]).data ?? [];
  return (
    <>
      <Choose label={words.decidedBy} value={by.value} options={deciders} onChoose={(chosen) => (by.value = chosen)} />
      <Ticks
        legend={words.tracks}
        hint={words.tracksHint}
        options={hackathon.tracks}
        ticked={ofTracks.ticked}
        onToggle={ofTracks.toggle}
      />
      {by.value === 'judges' && judges.length > 0 && (
        <Ticks legend={words.judges} options={judges} ticked={judging.ticked} onToggle={judging.toggle} />
      )}
    </>
  );
}

import { useSignal } from '@preact/signals';
import { Button } from '../../../shared/button.tsx';
import { Empty, useLoaded } from '../../../shared/loaded.tsx';
import { online } from '../../../shared/online.ts';
import { Rows, type Column } from '../../parts/rows.tsx';
import { span } from '../../../shared/periods.ts';
import { useHackathon } from '../../hackathons.ts';
import { useFresh } from '../../live.ts';
import { Careful, Dialog } from '../../parts/dialog.tsx';
import { ButtonFor, ComingRows, Shown } from '../../parts/listing.tsx';
import { attempt } from '../../parts/said.tsx';
import { forms } from '../../parts/texts/en.ts';
import { acts } from '../../texts/en.ts';
import { closeRegistration, deleteTrack, openRegistration, readTracks, type TrackSetup } from '../requests.ts';
import { TrackForm } from './track-form.tsx';
import { formats, items } from '../texts/en.ts';
import { ProjectQuestions } from './project-questions.tsx';
import { projectQuestions, tracks as texts, warnings } from './texts/en.ts';

export function Tracks() {
  const hackathon = useHackathon();
  const { live, isAdministered } = hackathon;
  const found = useLoaded((signal) => readTracks(hackathon, signal), [hackathon.id], 'tracks');
  useFresh(live, found.again, ['event']);
  const edited = useSignal<TrackSetup | 'new'>();
  const add = isAdministered && (
    <Button kind="calm" disabled={!online.value} onClick={() => (edited.value = 'new')}>
      {texts.add}
    </Button>
  );
  return (
    <section class="card" aria-labelledby="tracks">
      <div class="row spread">
        <h2 id="tracks">{texts.title}</h2>
        {add}
      </div>
      <Shown of={found} coming={<ComingRows />}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty>{texts.none}</Empty>
          ) : (
            <List tracks={rows} again={found.again} onEdit={(row) => (edited.value = row)} />
          )
        }
      </Shown>
      {edited.value && (
        <TrackForm
          track={edited.value === 'new' ? undefined : edited.value}
          again={found.again}
          onClose={() => (edited.value = undefined)}
        />
      )}
    </section>
  );
}

interface Listing {
  readonly tracks: readonly TrackSetup[];
  readonly again: () => Promise<void>;
  readonly onEdit: (track: TrackSetup) => void;
}
function List({ tracks, again, onEdit }: Listing) {
  const { zone } = useHackathon();
  const columns: readonly Column<TrackSetup>[] = [
    { name: texts.track, show: ({ name }) => <strong>{name}</strong>, below: (track) => whenOf(track, zone) },
    {
      name: texts.status,
      at: 'name',
      isPlain: true,
      show: ({ status }) =>
        status === 'final' ? <span class="tag good">{texts.published}</span> : <span class="tag">{texts.draft}</span>,
    },
    { name: texts.registration, show: (track) => <Registration track={track} again={again} /> },
    {
      name: forms.change,
      at: 'end',
      show: (track) => <Acts track={track} again={again} onEdit={() => onEdit(track)} />,
    },
  ];
  return (
    <div class="listing">
      <Rows caption={texts.caption} columns={columns} rows={tracks} keyOf={({ id }) => id} testId="track-row" />
    </div>
  );
}

interface Acting {
  readonly track: TrackSetup;
  readonly again: () => Promise<void>;
  readonly onEdit: () => void;
}
function Acts({ track, again, onEdit }: Acting) {
  const { id, name } = track;
  /** The window with the questions to projects is open. */
  const isAsking = useSignal(false);
  return (
    <div class="row tight acts">
      <ButtonFor label={forms.edit} about={name} kind="calm" onClick={onEdit} />
      <ButtonFor label={projectQuestions.questions} about={name} kind="calm" onClick={() => (isAsking.value = true)} />
      {isAsking.value && <ProjectQuestions track={track} again={again} onClose={() => (isAsking.value = false)} />}
      <Careful
        label={forms.delete}
        about={name}
        title={items.delete(name)}
        onYes={async () => {
          if (await attempt(() => deleteTrack(id), items.deleted(name))) await again();
        }}
      >
        {texts.allGone}
      </Careful>
    </div>
  );
}

const whenOf = ({ mode, start_at, end_at, tz }: TrackSetup, zone: string): string =>
  [mode && formats[mode], start_at ? span(start_at, end_at, tz ?? zone) : texts.noDates].filter(Boolean).join(' · ');

/** Reasons against opening, in words; none is an error of the service. */
const warningOf = (code: string) => (warnings as Readonly<Record<string, string>>)[code] ?? code;

function Registration({ track, again }: { readonly track: TrackSetup; readonly again: () => Promise<void> }) {
  const against = useSignal<readonly string[]>([]);
  const isOpen = track.status_of_setup.checklist.has_registration_open;
  const close = () => (against.value = []);
  const open = async (force: boolean) => {
    if (!(await attempt(async () => (against.value = await openRegistration(track.id, force))))) return;
    if (against.value.length > 0) return;
    await again();
    await attempt(() => Promise.resolve(), texts.takes(track.name));
  };
  const shut = async () => {
    if (await attempt(() => closeRegistration(track.id), texts.takesNoMore(track.name))) await again();
  };
  return (
    <div class="row tight">
      <span class={`tag ${isOpen ? 'good' : ''}`}>{isOpen ? texts.isOpen : texts.isClosed}</span>
      <Button
        kind="calm"
        disabled={!online.value}
        aria-label={isOpen ? texts.closeFor(track.name) : texts.openFor(track.name)}
        onClick={() => (isOpen ? shut() : open(false))}
      >
        {isOpen ? texts.close : texts.open}
      </Button>
      {against.value.length > 0 && (
        <Against name={track.name} against={against.value} onOpen={() => open(true)} onClose={close} />
      )}
    </div>
  );
}

interface Opposed {
  readonly name: string;
  readonly against: readonly string[];
  readonly onOpen: () => Promise<void>;
  readonly onClose: () => void;
}
const Against = ({ name, against, onOpen, onClose }: Opposed) => (
  <Dialog title={texts.openAllTheSame(name)} onClose={onClose}>
    <ul class="missing">
      {against.map((each) => (
        <li key={each}>{warningOf(each)}</li>
      ))}
    </ul>
    <div class="row">
      <Button onClick={onOpen}>{texts.openIt}</Button>
      <Button kind="calm" onClick={onClose} data-first>
        {acts.cancel}
      </Button>
    </div>
  </Dialog>
);

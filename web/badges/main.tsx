/** Sheets of badges to print, of everybody in a hackathon or of some. */
import { signal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { Answer } from '../../clients/typescript/src/index.ts';
import { organizerLocales, type TrackRole } from '../../shared/contract/values.ts';
import { namedBelow } from '../shared/address.ts';
import { Badge, type BadgeData, type PerSheet } from '../shared/badge.tsx';
import { Button } from '../shared/button.tsx';
import { Field } from '../shared/field.tsx';
import { Frame } from '../shared/frame.tsx';
import { Empty, Loading, useLoaded } from '../shared/loaded.tsx';
import { Notice } from '../shared/notice.tsx';
import { inWords } from '../shared/refused.ts';
import { api, leadToSignIn, resume } from '../shared/session.ts';
import { show } from '../shared/show.tsx';
import { badges as texts } from './texts/en.ts';
import './badges.css';

const slug = namedBelow('/badges/');

interface Filter {
  readonly track_id?: string;
  readonly role?: TrackRole;
  readonly search?: string;
}

const limit = 100;

/** All badges of a filter, page by page. */
async function readBadges(filter: Filter, signal: AbortSignal): Promise<readonly BadgeData[] | undefined> {
  if (!(await resume())) {
    leadToSignIn();
    return undefined;
  }
  const found: BadgeData[] = [];
  for (let page = 1; ; page++) {
    const { badges, pagination } = await api.checkIn.listBadges({ slug, page, limit, ...filter }, { signal });
    found.push(...badges);
    if (page >= pagination.totalPages) return found;
  }
}

const readTracks = async (signal: AbortSignal): Promise<Answer<'events', 'listTracks'>['events'] | undefined> => {
  if (!(await resume())) return undefined;
  const { super_event } = await api.events.getSuperEvent({ slug }, { signal });
  const { organizations } = await api.identity.me({}, { signal });
  const lists = await Promise.all(organizations.map((each) => api.events.listTracks({ orgSlug: each.id }, { signal })));
  return lists.flatMap(({ events }) => events).filter(({ super_event_id }) => super_event_id === super_event.id);
};

interface Choosing {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, name: string])[];
  readonly onChoose: (value: string) => void;
}
function Choose({ label, value, options, onChoose }: Choosing) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        {options.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

const roleOptions = [['', texts.allRoles] as const, ...Object.entries(texts.roles)];
const sizes = [8, 10].map((n) => [String(n), texts.onSheet(n)] as const);

function sheetsOf(badges: readonly BadgeData[]): BadgeData[][] {
  const size = perSheet.value;
  const count = Math.ceil(badges.length / size);
  return Array.from({ length: count }, (_, index) => badges.slice(index * size, (index + 1) * size));
}

/** The filter; empty for all. */
const chosen = { track: signal(''), role: signal(''), search: signal('') };
const perSheet = signal<PerSheet>(8);

function Filters() {
  const tracks = useLoaded(readTracks, []);
  const { track, role, search } = chosen;
  const options = [['', texts.allTracks] as const, ...(tracks.data ?? []).map(({ id, name }) => [id, name] as const)];
  return (
    <>
      <Choose label={texts.track} value={track.value} options={options} onChoose={(id) => (track.value = id)} />
      <Choose label={texts.role} value={role.value} options={roleOptions} onChoose={(next) => (role.value = next)} />
      <Field
        label={texts.nameOrEmail}
        type="search"
        autocomplete="off"
        onChange={({ currentTarget }) => (search.value = currentTarget.value.trim())}
      />
      <Choose
        label={texts.size}
        value={String(perSheet.value)}
        options={sizes}
        onChoose={(next) => (perSheet.value = next === '10' ? 10 : 8)}
      />
    </>
  );
}

function Badges() {
  const [track, role, search] = [chosen.track.value, chosen.role.value as TrackRole | '', chosen.search.value];
  const filter = { ...(track && { track_id: track }), ...(role && { role }), ...(search && { search }) };
  const badges = useLoaded((signal) => readBadges(filter, signal), [track, role, search]);
  const found = badges.data;
  return (
    <Frame width="wide" title={texts.title} spoken={organizerLocales}>
      <h1>{texts.title}</h1>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <Filters />
        <Button disabled={!found?.length} onClick={() => print()}>
          {texts.print(found?.length)}
        </Button>
      </form>
      {badges.error && <Notice kind="bad">{inWords(badges.error)}</Notice>}
      {!found && !badges.error && <Loading />}
      {found?.length === 0 && <Empty>{texts.nobody}</Empty>}
      <section class="sheets" aria-label={texts.sheets} tabIndex={0}>
        {sheetsOf(found ?? []).map((sheet) => (
          <div key={sheet[0]?.user_id} class="sheet">
            {sheet.map((badge) => (
              <Badge key={badge.user_id} badge={badge} perSheet={perSheet.value} />
            ))}
          </div>
        ))}
      </section>
    </Frame>
  );
}

show(<Badges />);

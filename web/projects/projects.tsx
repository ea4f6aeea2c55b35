/** The projects of a hackathon, for anybody who may see them. */
import { signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { isUuid } from '../../shared/contract/formats.ts';
import { isRefusal, MusterError, type Answer } from '../../clients/typescript/src/index.ts';
import { namedBelow, pathOf } from '../shared/address.ts';
import { Button } from '../shared/button.tsx';
import { Field } from '../shared/field.tsx';
import { Frame } from '../shared/frame.tsx';
import { Closed, type Project } from '../shared/gallery.tsx';
import { Empty, Failed, Loading, useLoaded } from '../shared/loaded.tsx';
import { Notice } from '../shared/notice.tsx';
import { inWords } from '../shared/refused.ts';
import { api } from '../shared/session.ts';
import { spoken } from '../shared/spoken.ts';
import { Card } from './card.tsx';
import { projects as texts } from './texts/en.ts';
import './projects.css';

const slug = namedBelow('/projects/');
/** The team whose project the code on a table leads to. */
const team = signal(location.hash.slice(1));
addEventListener('hashchange', () => (team.value = location.hash.slice(1)));

/** Cards that come at once, and with each press of the button. */
const pageSize = 48;
/** Milliseconds without a key after which what was typed is searched. */
const searchAfterMs = 250;

type Page = Answer<'teams', 'listProjects'>;
interface Found extends Page {
  /** Where further pages come from. */
  readonly rest: AsyncIterator<Page>;
  /** The project of the team that the address names, on whichever page it is. */
  readonly named: Project | undefined;
}

async function find(search: string, team_id: string, signal: AbortSignal): Promise<Found> {
  const pages = api.teams.listProjects.pages({ slug, limit: pageSize, ...(search && { search }) }, { signal });
  const rest = pages[Symbol.asyncIterator]();
  const isNamed = search === '' && isUuid(team_id);
  const [first, named] = await Promise.all([
    rest.next(),
    isNamed ? api.teams.listProjects({ slug, team_id }, { signal }) : undefined,
  ]);
  if (first.done) throw new TypeError('A list has one page at least.');
  return { ...spoken(first.value), rest, named: spoken(named?.projects[0]) };
}

export function Projects() {
  const search = useSignal('');
  const found = useLoaded((ends) => find(search.value, team.value, ends), [search.value, team.value]);
  const { data, error } = found;
  const title = data ? texts.titleOf(data.hackathon.name) : texts.title;
  return (
    <Frame title={title} width="wide">
      {isRefusal(error, 'NOT_FOUND') ? (
        <Closed />
      ) : (
        <>
          <h1>{title}</h1>
          {data && <Search search={(words) => (search.value = words)} />}
          {error ? <Failed error={error} again={found.again} /> : null}
          {!data && !error && <Loading what={texts.loading} />}
          {data && !error && <Cards key={data} found={data} isSearched={search.value !== ''} />}
        </>
      )}
    </Frame>
  );
}

/** Searches while one types, once the keys rest. */
function Search({ search }: { readonly search: (words: string) => void }) {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);
  const type = ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) => {
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => search(value.trim()), searchAfterMs);
  };
  return (
    <search class="search">
      <Field
        label={texts.search}
        hint={texts.words}
        type="search"
        autocomplete="off"
        maxLength={100}
        data-testid="gallery-search"
        onInput={type}
      />
    </search>
  );
}

function Cards({ found, isSearched }: { readonly found: Found; readonly isSearched: boolean }) {
  const shown = useSignal<readonly Project[]>(found.projects);
  const failure = useSignal<MusterError | undefined>(undefined);
  const { count, named } = found;
  const more = async () => {
    try {
      const next = await found.rest.next();
      if (!next.done) shown.value = [...shown.value, ...spoken(next.value.projects)];
    } catch (error) {
      if (!(error instanceof MusterError)) throw error;
      failure.value = error;
    }
  };
  return (
    <>
      <div class="row spread">
        <p class="quiet" role="status">
          {isSearched ? texts.found(count) : texts.count(count)}
        </p>
        <a href={pathOf(`/expo/${slug}`)}>{texts.byTable}</a>
      </div>
      {count === 0 && <Empty>{isSearched ? texts.noneHasAll : texts.noneYet}</Empty>}
      <ul class="cards projects">
        {(named ? [named, ...shown.value.filter(({ id }) => id !== named.id)] : shown.value).map((project) => (
          <Card key={project.id} project={project} isNamed={project === named} />
        ))}
      </ul>
      {failure.value && <Notice kind="bad">{texts.openAgain(inWords(failure.value))}</Notice>}
      {shown.value.length < count && !failure.value && (
        <Button kind="calm" onClick={more}>
          {texts.more}
        </Button>
      )}
    </>
  );
}

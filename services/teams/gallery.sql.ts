/** SQL for the gallery of a hackathon. */
import { sql } from 'kysely';
import type { Viewer } from '../../shared/base/viewer.ts';
import { isUuid, summaryLength } from '../../shared/contract/formats.ts';
import type { Texts } from '../../shared/contract/languages.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { prizes, superEvents, tracks } from '../../shared/database/published/events.ts';
import { hasWords } from '../../shared/database/search.ts';
import { lacksFactor } from '../../shared/kit/access.ts';
import type { Listing } from '../../shared/kit/whole-list.ts';
import type { submission, team } from './entities.ts';

export interface Gallery extends Pick<RowOf<typeof superEvents>, 'id' | 'name' | 'slug' | 'name_i18n'> {
  /** The viewer is staff, a member of the organization, or accepted in the hackathon. */
  is_theirs: boolean;
  /** It is open, or theirs without a second factor that their session lacks. */
  is_shown: boolean;
}

/** Reads the galleries that a viewer may know by an id or a slug, their own first; two where several are meant. */
export async function findGallery(db: Db, reference: string, visitor: Viewer | undefined): Promise<Gallery[]> {
  const isMeant = isUuid(reference)
    ? sql`s.id = ${reference}`
    : sql`s.id = any (array(select target_id from published.slugs where kind = 'super_event' and slug = ${reference}))`;
  const { rows } = await sql<Gallery>`
    select s.id, s.name, s.slug, s.name_i18n, v.is_theirs, v.is_theirs and not v.lacks_factor or o.is_open as is_shown
      from published.super_events s
     cross join lateral (${visitor ? standingOf(visitor) : sql`select false as is_theirs, false as lacks_factor`}) v
     cross join lateral (select s.gallery = 'open' and s.status = 'final' and s.visibility <> 'private' as is_open) o
     where ${isMeant} and (v.is_theirs or o.is_open)
     order by v.is_theirs desc, s.id limit 2`.execute(db.getKysely());
  return rows;
}

/** A key sees nothing of its person in other organizations. Judges and people who are accepted need no second factor. */
function standingOf(viewer: Viewer) {
  const { user_id, organization_id } = viewer;
  return sql`
    select (${organization_id}::uuid is null or s.organization_id = ${organization_id})
           and (w.is_staff or a.is_accepted) as is_theirs,
           ${lacksFactor(viewer, 'w', 's')} and not (w.judges or a.is_accepted) as lacks_factor
      from published.standing(${user_id}, s.organization_id, s.id, null) w
     cross join lateral (select exists (select 1 from published.super_event_registrations r
                                         where r.super_event_id = s.id and r.user_id = ${user_id}
                                           and r.status = 'accepted') as is_accepted) a`;
}

type Submission = RowOf<typeof submission>;
type Track = RowOf<typeof tracks>;
export interface ShownProject extends Pick<Submission, 'id' | 'title' | 'links' | 'video_url' | 'built_with'> {
  summary: Submission['description'];
  team: Pick<RowOf<typeof team>, 'id' | 'name'>;
  track: Pick<Track, 'id' | 'name' | 'slug'> & { name_i18n?: Texts };
  table: RowOf<typeof team>['table'];
  prizes_won: (Pick<RowOf<typeof prizes>, 'id' | 'name'> & { name_i18n?: Texts })[];
}

interface Which {
  /** Folded. Each of them has to be in what is shown. */
  readonly words: readonly string[];
  readonly team_id: string | undefined;
}

/** The newest project of each team that shows it, by title. */
export const shownProjects = (super_event_id: string, { words, team_id }: Which): Listing<ShownProject> => ({
  rows: sql`
    select h.id, h.title, h.summary, h.links, h.video_url, h.built_with, published.fold(h.title) as folded_title, t."table",
           json_build_object('id', t.id, 'name', t.name) as team,
           json_strip_nulls(json_build_object('id', e.id, 'name', e.name, 'slug', e.slug, 'name_i18n', e.name_i18n)) as track,
           coalesce(z.prizes_won, '[]') as prizes_won
      from (select distinct on (team_id) id, team_id, title, left(description, ${summaryLength}) as summary, links,
                   video_url, built_with, listed
              from submission where super_event_id = ${super_event_id} and checkin_point_id is null
               and ${team_id ? sql`team_id = ${team_id}` : sql`true`}
             order by team_id, submitted_at desc, id) h
      join team t on t.id = h.team_id and t.deleted_at is null
      join published.tracks e on e.id = t.event_id and e.status = 'final'
      left join (${prizesByTeam(super_event_id)}) z on z.team_id = t.id and t.member_count > 0
     where h.listed and ${hasWords(shownText, words)}`,
  by: [
    { column: 'folded_title', kind: 'text' },
    { column: 'id', kind: 'id' },
  ],
});

/** A prize with its name in the languages of the hackathon, where it has several. */
export const shownPrize = (alias: string) => {
  const [id, name, texts] = ['id', 'name', 'name_i18n'].map((column) => sql.ref(`${alias}.${column}`));
  return sql`json_strip_nulls(json_build_object('id', ${id}, 'name', ${name}, 'name_i18n', ${texts}))`;
};

/** The prizes that each team won, as they were published, whatever organizers have chosen since. A team of nobody wins none. */
const prizesByTeam = (super_event_id: string) => sql`
  select u.team_id, json_agg(${shownPrize('p')} order by p.order_index, p.id) as prizes_won
    from published.awards w
    join published.prizes p on p.id = w.prize_id
   cross join unnest(w.published_ids) as u (team_id)
   where w.super_event_id = ${super_event_id} group by u.team_id`;

const shownText = sql`
  published.fold(concat_ws(' ', h.title, h.summary, t.name, e.name,
    (select string_agg(tool, ' ') from jsonb_array_elements_text(h.built_with) tool)))`;

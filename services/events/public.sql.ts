/** SQL for public reads. Drafts and private hackathons are never found. */
import { sql } from 'kysely';
import type { formSections } from '../../shared/contract/fields.ts';
import { isUuid } from '../../shared/contract/formats.ts';
import type { Output } from '../../shared/contract/schema.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { organizations } from '../../shared/database/published/organizations.ts';
import type { Listing } from '../../shared/kit/whole-list.ts';
import type { prize, registrationField, superEvent, track } from './entities.ts';

type Row = RowOf<typeof superEvent>;
export interface ListedHackathon extends Pick<
  Row,
  'id' | 'name' | 'slug' | 'start_at' | 'end_at' | 'tz' | 'format' | 'gallery' | 'locales' | 'name_i18n'
> {
  organization: Pick<RowOf<typeof organizations>, 'name' | 'slug'>;
  is_open: boolean;
}

/** The columns of a hackathon `s` that a list shows, with its published row `p` and its organization `o`. */
const listed = sql`
  s.id, s.name, s.slug, s.start_at, s.end_at, s.tz, s.format, s.gallery, s.locales, s.name_i18n,
  json_build_object('name', o.name, 'slug', o.slug) as organization, not p.is_closed as is_open`;
const withWhatIsPublished = sql`
  super_event s
  join published.super_events p on p.id = s.id
  join published.organizations o on o.id = s.organization_id`;

/** The hackathons that everybody is shown, soonest first. A final one has both of its times. */
export const comingHackathons = (): Listing<ListedHackathon> => ({
  rows: sql`
    select ${listed} from ${withWhatIsPublished}
     where s.status = 'final' and s.visibility = 'public' and s.deleted_at is null
       and s.end_at > now() and s.start_at is not null`,
  by: [
    { column: 'start_at', kind: 'moment' },
    { column: 'id', kind: 'id' },
  ],
});

export type Sections = Output<typeof formSections>;
type Question = RowOf<typeof registrationField>;
export interface PublicHackathon
  extends
    ListedHackathon,
    Pick<
      Row,
      'description' | 'description_i18n' | 'logo_url' | 'colour' | 'max_participants' | 'opens_at' | 'closes_at'
    >,
    Pick<Row, 'privacy_url' | 'terms_url'> {
  spots_left: number | null;
  /** As it was written. */
  max_file_mb: unknown;
  tracks: (Pick<RowOf<typeof track>, 'id' | 'name' | 'name_i18n' | 'slug' | 'mode' | 'start_at' | 'end_at'> & {
    is_open: boolean;
  })[];
  fields: (Pick<Question, 'id' | 'key' | 'field_type' | 'label' | 'description' | 'placeholder' | 'options'> &
    Pick<Question, 'is_required' | 'order_index' | 'validation_rules' | 'at_door' | 'choices' | 'show_if'> &
    Pick<Question, 'label_i18n' | 'description_i18n' | 'placeholder_i18n' | 'options_i18n'>)[];
  /** As they were written. */
  sections: Sections | null;
  prizes: Pick<RowOf<typeof prize>, 'id' | 'name' | 'sponsor' | 'description' | 'name_i18n' | 'description_i18n'>[];
}

const tracks = sql`
  (select coalesce(json_agg(t), '[]')
     from (select t.id, t.name, t.name_i18n, t.slug, t.mode, t.start_at, t.end_at, p.is_open
             from track t join published.tracks p on p.id = t.id
            where t.super_event_id = s.id and t.deleted_at is null and t.status = 'final'
            order by t.created_at, t.id) t)`;
const fields = sql`
  (select coalesce(json_agg(f), '[]')
     from (select id, key, field_type, label, description, placeholder, options, is_required, order_index,
                  validation_rules, at_door, choices, show_if,
                  label_i18n, description_i18n, placeholder_i18n, options_i18n
             from registration_field where super_event_id = s.id order by order_index, id) f)`;
const prizes = sql`
  (select coalesce(json_agg(w), '[]')
     from (select id, name, sponsor, description, name_i18n, description_i18n
             from prize where super_event_id = s.id order by order_index, id) w)`;

/**
 * Whether the hackathon `s` has this id, or a slug. Several have where organizations use the same one: a former one leads on as
 * long as it does elsewhere.
 */
export const hasReference = (reference: string) =>
  isUuid(reference)
    ? sql`s.id = ${reference}`
    : sql`s.id = any (array(select target_id from published.slugs where kind = 'super_event' and slug = ${reference}))`;

/** Whether anybody may read the hackathon `s`. */
export const isPublic = sql`s.deleted_at is null and s.status = 'final' and s.visibility in ('public', 'unlisted')`;

/** Reads a hackathon by its id, or by a slug, in one statement; two where several are meant. */
export async function findPublic(db: Db, reference: string): Promise<PublicHackathon[]> {
  const { rows } = await sql<PublicHackathon>`
    select ${listed}, s.description, s.description_i18n, s.logo_url, s.colour, s.max_participants, s.opens_at, s.closes_at,
           s.privacy_url, s.terms_url,
           greatest(s.max_participants - coalesce((select accepted from published.seats where super_event_id = s.id), 0), 0)
             as spots_left,
           ${tracks} as tracks, ${fields} as fields, ${prizes} as prizes, s.config_json #> '{form,sections}' as sections,
           s.config_json -> 'max_file_mb' as max_file_mb
      from ${withWhatIsPublished}
     where ${hasReference(reference)} and ${isPublic}
     limit 2`.execute(db.getKysely());
  return rows;
}

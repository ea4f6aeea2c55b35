/** The prizes of a hackathon. Judges and winners are for organizers, until the prize is published. */
import { sql } from 'kysely';
import { difference, isEmpty } from '../../shared/kit/changes.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { inGivenOrder, readList, type Listing } from '../../shared/kit/whole-list.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import { newId } from '../../shared/database/ids.ts';
import { textsOf } from '../../shared/contract/languages.ts';
import { prize as prizeTable, type Tables } from './entities.ts';
import { takeTexts, translatedIn, withoutBlanks } from './languages.ts';
import type { Spoken } from './registration-fields.sql.ts';
import { localesOf } from './super-events.sql.ts';

/** The columns that may be written. */
const written = [
  ...(['name', 'sponsor', 'description', 'order_index'] as const),
  ...(['track_ids', 'by', 'judge_user_ids', 'name_i18n', 'description_i18n'] as const),
] as const;
type Written = Pick<RowOf<typeof prizeTable>, (typeof written)[number]>;
type Prize = Written & Pick<RowOf<typeof prizeTable>, 'id'>;
interface ShownPrize extends Prize, Spoken {
  readonly winners: { team_id: string; team_name: string }[];
}

/** The prizes of a hackathon, in their order. `isWhole`: with what only organizers read. */
const prizesOf = (super_event_id: string, isWhole: boolean): Listing<ShownPrize> => ({
  rows: sql`
    select p.id, p.name, p.sponsor, p.description, p.order_index, p.track_ids, p."by",
           p.name_i18n, p.description_i18n, (select locales from super_event where id = p.super_event_id) as locales,
           case when ${isWhole} then p.judge_user_ids else '{}' end as judge_user_ids,
           (select coalesce(json_agg(json_build_object('team_id', t.id, 'team_name', t.name) order by u.n), '[]')
              from published.awards w
             cross join unnest(case when ${isWhole} then w.team_ids else w.published_ids end) with ordinality as u (id, n)
              join published.teams t on t.id = u.id and not t.is_empty
             where w.prize_id = p.id) as winners
      from prize p where p.super_event_id = ${super_event_id}`,
  by: inGivenOrder,
});

/** Reads a prize as organizers do. */
async function findPrize(db: Db, super_event_id: string, id: string): Promise<ShownPrize> {
  const { rows } = await sql<ShownPrize>`
    select * from (${prizesOf(super_event_id, true).rows}) p where p.id = ${id}`.execute(db.getKysely());
  const [found] = rows;
  if (!found) throw new Error('A prize is gone that was just written.');
  return found;
}

/** Reads a prize and locks it until the transaction ends. */
const holdPrize = (db: Db, id: string) =>
  db.getKysely<Tables>().selectFrom('prize').select(written).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

/** Deletes a prize and returns its former values. */
const removePrize = (db: Db, id: string) =>
  db.getKysely<Tables>().deleteFrom('prize').where('id', '=', id).returning(written).executeTakeFirst();

const prize = ({ id, winners, ...row }: ShownPrize) => ({
  id,
  ...{ name: row.name, sponsor: row.sponsor, description: row.description, order_index: row.order_index },
  ...{ track_ids: row.track_ids, by: row.by, judge_user_ids: row.judge_user_ids, winners },
  ...textsOf(row, translatedIn.prize, row.locales),
});

export const listPrizes: Action<'events.listPrizes'> = async (ctx) => {
  const { rows } = await readList(ctx, prizesOf(ctx.resource.id, ctx.resource.organizes));
  return { prizes: rows.map(prize) };
};

/** Event files name it by its id until one gives it a key. */
export const addPrize: Action<'events.addPrize'> = async (ctx) => {
  const { id: super_event_id } = ctx.resource;
  const locales = await localesOf(ctx.db, super_event_id);
  const values = takeTexts(ctx, translatedIn.prize, locales);
  const { name, sponsor = null, description = null, order_index, name_i18n = {}, description_i18n = {} } = values;
  const { track_ids = null, by = 'judges', judge_user_ids = [] } = values;
  const given = {
    ...{ name, sponsor, description, order_index, track_ids, by, judge_user_ids },
    ...{ name_i18n, description_i18n },
  };
  await refuseStrangers(ctx, super_event_id, given);
  const id = newId();
  await ctx.db.insert(prizeTable, { id, super_event_id, key: null, ...given });
  ctx.changed('super_event.prize_added', { super_event_id, prize_id: id }, {}, withoutBlanks(given));
  return { prize: prize({ id, ...given, locales, winners: [] }) };
};

export const updatePrize: Action<'events.updatePrize'> = async (ctx) => {
  const { id, super_event_id } = ctx.resource;
  const stored = (await holdPrize(ctx.db, id)) ?? ctx.fail('NOT_FOUND');
  const wanted = difference(stored, takeTexts(ctx, translatedIn.prize, await localesOf(ctx.db, super_event_id ?? '')));
  const next = { ...stored, ...wanted.after };
  if ('track_ids' in wanted.after || 'judge_user_ids' in wanted.after) {
    await refuseStrangers(ctx, super_event_id ?? '', next);
  }
  if (!isEmpty(wanted)) {
    await ctx.db.nativeUpdate(prizeTable, id, wanted.after);
    ctx.changed('super_event.prize_changed', { super_event_id, prize_id: id }, wanted.before, wanted.after);
  }
  return { prize: prize(await findPrize(ctx.db, super_event_id ?? '', id)) };
};

type Checking = Pick<Ctx<unknown, 'VALIDATION_FAILED' | 'NOT_A_JUDGE'>, 'db' | 'fail'>;

/** Refuses tracks of other hackathons, and judges who are not JUDGE on one of the prize's tracks. */
async function refuseStrangers(
  { db, fail }: Checking,
  super_event_id: string,
  { track_ids, judge_user_ids }: Pick<Written, 'track_ids' | 'judge_user_ids'>,
): Promise<void> {
  const { rows } = await sql<{ strangers: string[]; no_judges: string[] }>`
    select array(select u.id from unnest(${track_ids}::uuid[]) as u (id)
                  where not exists (select from published.tracks e
                                     where e.id = u.id and e.super_event_id = ${super_event_id})) as strangers,
           array(select distinct u.id from unnest(${judge_user_ids}::uuid[]) as u (id)
                  where not exists (select from track_role r join published.tracks e on e.id = r.event_id
                                     where r.user_id = u.id and r.role = 'JUDGE' and e.super_event_id = ${super_event_id}
                                       and (${track_ids}::uuid[] is null or e.id = any (${track_ids}::uuid[])))
                  order by 1) as no_judges`.execute(db.getKysely());
  const { strangers = [], no_judges = [] } = rows[0] ?? {};
  if (strangers.length > 0) {
    const errors = strangers.map((id) => ({
      field: 'track_ids',
      code: 'unknownTrack',
      message: `track_ids names ${id}, which is no track of this hackathon`,
    }));
    fail('VALIDATION_FAILED', { errors });
  }
  if (no_judges.length > 0) fail('NOT_A_JUDGE', { judge_user_ids: no_judges });
}

export const deletePrize: Action<'events.deletePrize'> = async (ctx) => {
  const { id, super_event_id } = ctx.resource;
  const removed = (await removePrize(ctx.db, id)) ?? ctx.fail('NOT_FOUND');
  ctx.changed('super_event.prize_removed', { super_event_id, prize_id: id }, { ...removed }, {});
  return { deleted: true };
};

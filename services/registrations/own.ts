/** What people may know of their own places, with the tokens that are their tickets. */
import type { Action } from '../../shared/kit/implement.ts';
import { instant } from '../../shared/base/instant.ts';
import { readList } from '../../shared/kit/whole-list.ts';
import { placesOf, type OwnPlace, type OwnTrack } from './queries/own.ts';

export const listOwn: Action<'registrations.listOwn'> = async (ctx) => {
  const { rows, count } = await readList(ctx, placesOf(ctx.viewer));
  return { registrations: rows.map(shapeOf), count };
};

const shapeOf = (row: OwnPlace) => ({
  id: row.id,
  status: row.status,
  checkin_token: row.checkin_token,
  event: row.event && placeOf(row.event),
  super_event: { ...placeOf(row.super_event), organization_id: row.super_event.organization_id },
  super_event_registration: row.super_event_registration,
  team: row.team,
  created_at: instant(row.created_at),
});

const placeOf = ({ id, name, slug, start_at, end_at, tz }: OwnTrack) => ({
  id,
  name,
  slug,
  start_at: instant(start_at),
  end_at: instant(end_at),
  tz,
});

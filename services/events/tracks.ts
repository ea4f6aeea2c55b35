/** Tracks, which the interface calls events. */
import { isDeepStrictEqual } from 'node:util';
import { instant } from '../../shared/base/instant.ts';
import { textsOf } from '../../shared/contract/languages.ts';
import type { SentQuestion } from '../../shared/contract/questions.ts';
import type { Locale } from '../../shared/contract/values.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { readList } from '../../shared/kit/whole-list.ts';
import { change, cleanUpAfterDelete } from './change.ts';
import { questionProblems } from './form-rules.ts';
import { refuseTexts, settleEach, settleTexts, translatedIn } from './languages.ts';
import { reader } from './super-events.sql.ts';
import { findStream, findTrack, lockTrack, removeTracks, tracksFor, type Track, type TrackItem } from './tracks.sql.ts';

export const listTracks: Action<'events.listTracks'> = async (ctx) => {
  const { rows } = await readList(ctx, tracksFor(reader(ctx.viewer, ctx.resource)));
  return { events: rows.map(trackItem) };
};

export const getTrack: Action<'events.getTrack'> = async (ctx) => {
  const found = (await findTrack(ctx.db, ctx.resource.id)) ?? ctx.fail('NOT_FOUND');
  const { registration_count, team_count } = found;
  return { event: track(found), registration_count, team_count };
};

export const updateTrack: Action<'events.updateTrack'> = async (ctx) => {
  const { id } = ctx.resource;
  const { locales, ...stored } = (await lockTrack(ctx.db, id)) ?? ctx.fail('NOT_FOUND');
  const { name, status } = await change(ctx, 'event', stored, takeTrack(ctx, locales, stored.config_json));
  return { event: { id, name, status } };
};

interface SentTrack {
  readonly config_json?:
    { readonly submissions?: { readonly questions?: readonly SentQuestion[] | undefined } | undefined } | undefined;
}

/** Takes a track with its texts and its questions to projects, or refuses it. Stored questions may be sent back. */
export function takeTrack<Sent extends SentTrack>(
  ctx: Pick<Ctx<Sent, 'VALIDATION_FAILED'>, 'params' | 'fail'>,
  locales: readonly Locale[],
  stored?: unknown,
): Sent {
  const { config_json: config } = ctx.params;
  const questions = config?.submissions?.questions;
  const former = (stored as SentTrack['config_json'] | undefined)?.submissions?.questions;
  const texts = settleTexts(ctx.params, translatedIn.event, locales);
  if (!questions || isDeepStrictEqual(questions, former)) {
    refuseTexts(ctx, texts.problems);
    return texts.values;
  }
  const within = 'config_json.submissions.questions';
  const asked = settleEach(questions, translatedIn.question, locales, within);
  const odd = questionProblems(questions).map(({ place, field, code, message }) => ({
    ...{ field: `${within}[${place}].${field}`, code, message: `${within}[${place}].${message}` },
  }));
  refuseTexts(ctx, [...texts.problems, ...asked.problems, ...odd]);
  const submissions = { ...config?.submissions, questions: asked.values };
  return { ...texts.values, config_json: { ...config, submissions } };
}

export const deleteTrack: Action<'events.deleteTrack'> = async (ctx) => {
  const removed = await removeTracks(ctx.db, { id: ctx.resource.id });
  if (removed.length === 0) return ctx.fail('NOT_FOUND');
  await cleanUpAfterDelete(ctx, removed);
  return { deleted: true };
};

/** Answers the stream of a track. The stream of a draft is for its staff only. */
export const getStream: Action<'events.getStream'> = async (ctx) => {
  const { id, is_draft, is_staff } = ctx.resource;
  const found = (await findStream(ctx.db, id, ctx.viewer.user_id)) ?? ctx.fail('NOT_FOUND');
  if (!is_staff && (is_draft || !found.may_watch)) return ctx.fail('PERMISSION_DENIED');
  const stream_url = found.stream_url ?? ctx.fail('NOT_FOUND');
  return { stream_url, stream_start_at: instant(found.stream_start_at) };
};

export const trackItem = ({ id, name, slug, status, super_event_id }: TrackItem) => ({
  id,
  name,
  slug,
  status,
  super_event_id,
});

export const track = (row: Track) => ({
  ...trackItem(row),
  mode: row.mode,
  start_at: instant(row.start_at),
  end_at: instant(row.end_at),
  tz: row.tz,
  stream_start_at: instant(row.stream_start_at),
  config_json: row.config_json,
  ...textsOf(row, translatedIn.event, row.locales),
});

/** Copies questions, doors and criteria from another hackathon of the organization. */
import type { Answer } from '../../../clients/typescript/src/index.ts';
import type { Texts } from '../../../shared/contract/languages.ts';
import type { Locale } from '../../../shared/contract/values.ts';
import { api } from '../../shared/session.ts';
import { addAll, readForm, type Question, type Wanted } from './form/requests.ts';
import { readSuperEvent } from './requests.ts';
import { copying as texts } from './texts/en.ts';

export const copied = ['questions', 'doors', 'criteria'] as const;
export type Copied = (typeof copied)[number];

interface Track {
  readonly id: string;
  readonly name: string;
}
interface Whole {
  readonly id: string;
  readonly start_at: string | null;
  readonly locales: readonly Locale[];
  readonly tracks: readonly Track[];
}

async function readWholes(organization: string, ids: readonly string[]): Promise<readonly Whole[]> {
  const [{ events }, ...found] = await Promise.all([
    api.events.listTracks({ orgSlug: organization }),
    ...ids.map((id) => readSuperEvent({ id })),
  ]);
  return found.map(({ id, start_at, locales }) => ({
    ...{ id, start_at, locales, tracks: events.filter((each) => each.super_event_id === id) },
  }));
}

/** The track of the former hackathon that is like one of this: that of the same name, or the only one. */
const likeOf = ({ tracks }: Whole, { name }: Track): Track | undefined =>
  tracks.find((each) => each.name === name) ?? (tracks.length === 1 ? tracks[0] : undefined);

/**
 * Copies parts of one hackathon to another, behind what is there. Doors that stand there already by their name, and criteria of
 * tracks that have their own, are left out, so that what ended in the middle can be done again.
 * @returns What was copied, in words.
 */
export async function copyFrom(
  organization: string,
  from: string,
  to: string,
  parts: readonly Copied[],
): Promise<string> {
  const [former, own] = await readWholes(organization, [from, to]);
  if (!former || !own) return texts.nothing;
  const done: string[] = [];
  for (const part of copied) if (parts.includes(part)) done.push(await copiers[part](former, own));
  return texts.done(done);
}

const copiers: Readonly<Record<Copied, (former: Whole, own: Whole) => Promise<string>>> = {
  questions: async (former, own) => {
    const [{ questions }, { questions: there }] = await Promise.all([readForm(former.id), readForm(own.id)]);
    const next = Math.max(-1, ...there.map(({ order_index }) => order_index)) + 1;
    const locales = await speakLike(former, own);
    await addAll(
      own.id,
      questions.map((each) => asWanted(each, locales)),
      next,
    );
    return texts.questions(questions.length);
  },

  doors: async (former, own) => {
    const [theirs, there] = await Promise.all([pointsOf(former), pointsOf(own)]);
    const later = former.start_at && own.start_at ? Date.parse(own.start_at) - Date.parse(former.start_at) : 0;
    const wanted = theirs.flatMap(({ track, ...point }) => {
      const place = track && own.tracks.find((each) => likeOf(former, each)?.id === track.id);
      if (track && !place) return [];
      return there.some((each) => each.name === point.name && each.track?.id === place?.id) ? [] : [{ place, point }];
    });
    for (const { place, point } of wanted) {
      const { name, type, milestone_requirements } = point;
      const moved = (at: string) => new Date(Date.parse(at) + later).toISOString();
      const period = { opens_at: moved(point.opens_at), closes_at: moved(point.closes_at) };
      const event_id = place?.id ?? null;
      await api.checkIn.createPoint({ slug: own.id, name, type, ...period, event_id, milestone_requirements });
    }
    return texts.doors(wanted.length);
  },

  criteria: async (former, own) => {
    const lists = await Promise.all(own.tracks.map((track) => api.judging.listCriteria({ eventId: track.id })));
    let made = 0;
    for (const [index, track] of own.tracks.entries()) {
      const source = likeOf(former, track);
      if (!source || lists[index]?.count !== 0) continue;
      const { count: there } = await api.judging.cloneCriteria({ eventId: track.id, sourceEventId: source.id });
      made += there;
    }
    return texts.criteria(made);
  },
};

/** Gives a hackathon that names no languages those of the former one, and returns what it has. */
async function speakLike(former: Whole, { id, locales }: Whole): Promise<readonly Locale[]> {
  if (locales.length > 0 || former.locales.length < 2) return locales;
  await api.events.updateSuperEvent({ id, locales: [...former.locales] });
  return former.locales;
}

/** A list and options exclude each other. Of texts in other languages those are kept that the hackathon has. */
function asWanted(question: Question, locales: readonly Locale[]): Wanted & { readonly id: string } {
  const { options, choices, label_i18n, description_i18n, placeholder_i18n, options_i18n, ...each } = question;
  const kept = <T>(texts: Texts<T> = {}): Texts<T> =>
    Object.fromEntries(locales.slice(1).flatMap((locale) => (texts[locale] ? [[locale, texts[locale]]] : [])));
  return {
    ...each,
    ...{ label_i18n: kept(label_i18n), description_i18n: kept(description_i18n) },
    placeholder_i18n: kept(placeholder_i18n),
    ...(choices === null ? { options, options_i18n: kept(options_i18n) } : { choices }),
  };
}

type Listed = Answer<'checkIn', 'listPointsOfSuperEvent'>['checkin_points'][number];

async function pointsOf({ id, tracks }: Whole): Promise<readonly (Listed & { readonly track: Track | undefined })[]> {
  const lists = await Promise.all([
    api.checkIn.listPointsOfSuperEvent({ slug: id }),
    ...tracks.map((track) => api.checkIn.listPointsOfTrack({ eventId: track.id })),
  ]);
  return lists.flatMap(({ checkin_points }, index) =>
    checkin_points.map((point) => ({ ...point, track: tracks[index - 1] })),
  );
}

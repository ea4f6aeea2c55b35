/** The public hackathon, stored on the device for times without a network. */
import { signal } from '@preact/signals';
import { isRefusal, MusterError, type Answer } from '../../clients/typescript/src/index.ts';
import { isShown } from '../../shared/contract/forms.ts';
import { stranger } from '../shared/client.ts';
import type { User } from '../shared/session.ts';
import { spoken } from '../shared/spoken.ts';
import { keepHackathon, recallHackathon, slug } from './draft.ts';
import { form } from './texts/en.ts';

export type Hackathon = Answer<'events', 'getHackathon'>['hackathon'];
export type Track = Hackathon['tracks'][number];
export type Field = Hackathon['fields'][number];

export const hackathon = signal<Hackathon | undefined>(undefined);
export const failure = signal<MusterError | undefined>(undefined);
/** There is none that people may see. */
export const isGone = signal(false);

export async function load(): Promise<void> {
  hackathon.value ??= spoken(await recallHackathon<Hackathon>());
  try {
    const { hackathon: found } = await stranger.events.getHackathon({ slug });
    hackathon.value = spoken(found);
    failure.value = undefined;
    await keepHackathon(found);
  } catch (error) {
    if (!(error instanceof MusterError)) throw error;
    isGone.value = isRefusal(error, 'NOT_FOUND');
    failure.value = error;
  }
}

/** Tracks that take people now. One that is the only one is nobody's choice. */
export const openTracks = ({ tracks }: Hackathon): readonly Track[] => tracks.filter(({ is_open }) => is_open);

/** The questions that are asked beside these answers. */
export const shownFields = ({ fields }: Hackathon, answers: Readonly<Record<string, unknown>>): readonly Field[] =>
  fields.filter((field) => isShown(field, answers));

interface Text {
  readonly name: string;
  readonly url: string;
}

/** The texts that an application agrees to. */
export const textsOf = ({ privacy_url, terms_url }: Hackathon): readonly Text[] =>
  [
    { name: form.privacy, url: privacy_url ?? '' },
    { name: form.terms, url: terms_url ?? '' },
  ].filter(({ url }) => url);

/** Whether these are the addresses of all texts that it names now. */
export function agreesTo(hackathon: Hackathon, agreed: readonly string[] = []): boolean {
  const named = textsOf(hackathon).map(({ url }) => url);
  return named.length > 0 && named.join(' ') === agreed.join(' ');
}

/** Questions that an account answers, by what they are called. */
const known: readonly (readonly [type: Field['field_type'], label: RegExp, of: (user: User) => string | null])[] = [
  ['url', /github/i, ({ github_url }) => github_url],
  ['url', /linked ?in/i, ({ linkedin_url }) => linkedin_url],
  ['text', /^(your |full )?name$/i, ({ name }) => name],
];

/** Returns the answers that the account of a person has to the questions of a hackathon. */
export const answersOf = ({ fields }: Hackathon, user: User): Readonly<Record<string, string>> =>
  Object.fromEntries(
    fields.flatMap(({ id, field_type, label, label_i18n }) => {
      const labels = [label, ...Object.values(label_i18n ?? {})];
      const [, , of] =
        known.find(([type, named]) => type === field_type && labels.some((each) => named.test(each))) ?? [];
      const answer = of?.(user);
      return answer ? [[id, answer]] : [];
    }),
  );

/** Why nobody can apply now; undefined where they can. */
export function closedBecause(
  { is_open, opens_at, closes_at }: Hackathon,
  now: number,
): 'early' | 'late' | 'closed' | undefined {
  if (is_open) return undefined;
  if (opens_at && Date.parse(opens_at) > now) return 'early';
  return closes_at && Date.parse(closes_at) <= now ? 'late' : 'closed';
}

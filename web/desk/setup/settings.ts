/** A hackathon as a form writes it, and back. */
import type { Locale } from '../../../shared/contract/values.ts';
import { translations, typedTexts } from './languages.tsx';
import { instantOf, wallOf } from './zoned.tsx';
import type { SuperEvent } from './requests.ts';

export const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
/** A number of the configuration; empty where it has none. */
export const numberIn = (value: unknown): string => (typeof value === 'number' ? String(value) : '');
const numbered = (value: number | null) => (value === null ? '' : String(value));
export const numberOf = (text: string): number | null => (text === '' ? null : Number(text));

type Config = SuperEvent['config_json'];
const teamsOf = (config: Config) => recordOf(config['teams']);
const reviewsOf = (config: Config) => recordOf(config['reviews']);

export const textsOf = (superEvent: SuperEvent, zone: string) => ({
  name: superEvent.name,
  description: superEvent.description ?? '',
  place: textIn(superEvent.config_json['place']),
  tz: zone,
  start_at: wallOf(superEvent.start_at, zone),
  end_at: wallOf(superEvent.end_at, zone),
  opens_at: wallOf(superEvent.opens_at, zone),
  closes_at: wallOf(superEvent.closes_at, zone),
  max_participants: numbered(superEvent.max_participants),
  confirm_within_hours: numbered(superEvent.confirm_within_hours),
  retention_days: numbered(superEvent.retention_days),
  max_file_mb: numberIn(superEvent.config_json['max_file_mb']),
  privacy_url: superEvent.privacy_url ?? '',
  terms_url: superEvent.terms_url ?? '',
  locked_at: wallOf(textIn(teamsOf(superEvent.config_json)['locked_at']) || null, zone),
  ...typedTexts(superEvent, ['name', 'description']),
});
export type Texts = ReturnType<typeof textsOf>;

/** All that is chosen of several, or ticked. */
export const choicesOf = ({
  format,
  visibility,
  status,
  waitlist_moves,
  gallery,
  config_json,
  locales,
}: SuperEvent) => ({
  ...{ format: format ?? ('onsite' as const), visibility, status, waitlist_moves, gallery },
  locales: locales as readonly Locale[],
  /** People make and join teams themselves. */
  self_service: teamsOf(config_json)['self_service'] !== false,
  blind: reviewsOf(config_json)['blind'] === true,
});
export type Choices = ReturnType<typeof choicesOf>;

/** Dates of the hackathon can be changed, and not taken away; those of its registration can. */
export function wantedOf(texts: Texts, { format, visibility, status, waitlist_moves, gallery, ...choices }: Choices) {
  const { name, tz } = texts;
  const [start_at, end_at] = [instantOf(texts.start_at, tz), instantOf(texts.end_at, tz)];
  return {
    ...{ name, tz, description: texts.description.trim() || null, format, visibility, status, waitlist_moves, gallery },
    locales: [...choices.locales],
    ...translations(texts, 'name', choices.locales),
    ...translations(texts, 'description', choices.locales),
    ...(start_at && { start_at }),
    ...(end_at && { end_at }),
    ...{ opens_at: instantOf(texts.opens_at, tz), closes_at: instantOf(texts.closes_at, tz) },
    max_participants: numberOf(texts.max_participants),
    confirm_within_hours: numberOf(texts.confirm_within_hours),
    retention_days: numberOf(texts.retention_days),
    ...{ privacy_url: texts.privacy_url.trim() || null, terms_url: texts.terms_url.trim() || null },
    config_json: configOf(texts, choices),
  };
}

/** The members that the form writes of what there is beside the columns. */
const configOf = (
  { place, locked_at, max_file_mb, tz }: Texts,
  { self_service, blind }: Pick<Choices, 'self_service' | 'blind'>,
) => ({
  teams: { self_service, locked_at: instantOf(locked_at, tz) },
  reviews: { blind },
  ...(place.trim() && { place: place.trim() }),
  ...(max_file_mb !== '' && { max_file_mb: Number(max_file_mb) }),
});

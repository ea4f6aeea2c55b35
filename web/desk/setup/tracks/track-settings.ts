/** A track as its form writes it, and back. */
import type { Hackathon } from '../../hackathons.ts';
import { translations, typedTexts } from '../languages.tsx';
import { numberIn, numberOf, recordOf, textIn } from '../settings.ts';
import { addTrack, readSuperEvent, type TrackSetup } from '../requests.ts';
import { instantOf, wallOf } from '../zoned.tsx';

type Config = TrackSetup['config_json'];
const submissionsOf = (config: Config) => recordOf(config['submissions']);
const teamsOf = (config: Config) => recordOf(config['teams']);

/** @param zone Of the hackathon, which a new track has. */
export function textsOf(track: TrackSetup | undefined, zone: string) {
  const { tz, start_at = null, end_at = null, stream_start_at = null, config_json = {} } = track ?? {};
  const own = tz ?? zone;
  return {
    ...{ name: track?.name ?? '', tz: own, place: textIn(config_json['place']) },
    ...{ start_at: wallOf(start_at, own), end_at: wallOf(end_at, own) },
    closes_at: wallOf(textIn(submissionsOf(config_json)['closes_at']) || null, own),
    locked_at: wallOf(textIn(teamsOf(config_json)['locked_at']) || null, own),
    ...{ max_team_size: numberIn(config_json['max_team_size']), max_file_mb: numberIn(config_json['max_file_mb']) },
    /** It is written, and never read. */
    ...{ stream_url: '', stream_start_at: wallOf(stream_start_at, own) },
    ...typedTexts(track, ['name']),
  };
}
export type Texts = ReturnType<typeof textsOf>;

/** Whether people make teams themselves: as the hackathon has it, or as the track says. */
export type FormsTeams = '' | 'yes' | 'no';

export function choicesOf(track: TrackSetup | undefined) {
  const own = teamsOf(track?.config_json ?? {})['self_service'];
  const formsTeams: FormsTeams = typeof own !== 'boolean' ? '' : own ? 'yes' : 'no';
  return {
    ...{ mode: track?.mode ?? ('onsite' as const), status: track?.status ?? ('draft' as const), formsTeams },
    /** The stream is taken away. */
    isStreamless: false,
  };
}
export type Choices = ReturnType<typeof choicesOf>;

export function wantedOf(texts: Texts, choices: Choices, locales: Hackathon['locales']) {
  const { name, tz } = texts;
  const { mode, status, isStreamless } = choices;
  const [start_at, end_at] = [instantOf(texts.start_at, tz), instantOf(texts.end_at, tz)];
  const stream_url = isStreamless ? null : texts.stream_url.trim();
  return {
    ...{ name, tz, mode, status, stream_start_at: instantOf(texts.stream_start_at, tz) },
    ...translations(texts, 'name', locales),
    ...(start_at && { start_at }),
    ...(end_at && { end_at }),
    ...(stream_url !== '' && { stream_url }),
    config_json: configOf(texts, choices),
  };
}

/** The members that the form writes of what there is beside the columns. Those inherited from the hackathon are not written. */
function configOf(texts: Texts, { formsTeams }: Choices) {
  const locked_at = instantOf(texts.locked_at, texts.tz);
  const teams = { ...(formsTeams && { self_service: formsTeams === 'yes' }), ...(locked_at && { locked_at }) };
  const [place, max_team_size] = [texts.place.trim(), numberOf(texts.max_team_size)];
  const max_file_mb = numberOf(texts.max_file_mb);
  return {
    ...(place && { place }),
    ...(max_team_size !== null && { max_team_size }),
    ...(max_file_mb !== null && { max_file_mb }),
    ...(Object.keys(teams).length > 0 && { teams }),
    submissions: { closes_at: instantOf(texts.closes_at, texts.tz) },
  };
}

/** A new track has the dates of its hackathon, unless it has its own. */
export async function createTrack(hackathon: string, wanted: ReturnType<typeof wantedOf>) {
  const dates = wanted.start_at && wanted.end_at ? {} : await datesOf(hackathon);
  return addTrack(hackathon, { ...dates, ...wanted });
}

async function datesOf(id: string) {
  const { start_at, end_at } = await readSuperEvent({ id });
  return { ...(start_at && { start_at }), ...(end_at && { end_at }) };
}

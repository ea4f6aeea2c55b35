/** Participants of an exported file, with their answers and places on tracks. */
import type { LiveField } from '../../../services/events/event-file.ts';
import { faultsOf, isMissing, type LiveParticipant } from '../../../services/registrations/event-file.ts';
import { onlyFilled, some, type Composing, type WrittenSuperEvent } from './entries.ts';

type WrittenParticipant = NonNullable<WrittenSuperEvent['participants']>[number];
type Answers = Record<string, unknown>;

export function participantsOf({ live, person, leaveOut }: Composing): WrittenParticipant[] {
  const slugs = new Map(live.tracks.map(({ id, slug }) => [id, slug]));
  const read = live.participants.map((participant) => ({
    ...{ participant, person: person(participant.user_id) },
    answered: answeredBy(participant, live.fields),
  }));
  noteAnswers(
    read.map(({ answered, person: { email } }) => ({ ...answered, email })),
    leaveOut,
  );
  return read.map(({ participant: { status, registrations }, person: { email, name }, answered }) =>
    onlyFilled({
      email,
      name: name ?? undefined,
      status,
      answers: answered.answers,
      registrations: registrations.flatMap(({ event_id, ...registration }) => {
        const track = slugs.get(event_id);
        const { status: place, evaluation_score, evaluation_recommendation } = registration;
        if (track === undefined) return [];
        return [onlyFilled({ track, status: place, evaluation_score, evaluation_recommendation })];
      }),
    }),
  );
}

interface Answered {
  readonly answers: Answers | undefined;
  readonly hasFile: boolean;
  readonly hasStray: boolean;
  readonly hasMisfit: boolean;
  readonly hasOnTrack: boolean;
}

/**
 * By the keys of fields. Where the field became required after the person had applied, null says so. An answer that the
 * field, as it is now, would refuse cannot be written; and without one that is required, none can.
 */
function answeredBy({ answers_json, registrations }: LiveParticipant, fields: readonly LiveField[]): Answered {
  const given = new Map(Object.entries(answers_json));
  const asked = fields.filter(({ field_type }) => field_type !== 'file');
  const isMisfit = (field: LiveField) => {
    const answer = given.get(field.id);
    return given.has(field.id) && (isMissing(field, answer) || faultsOf(field, answer).length > 0);
  };
  const misfits = new Set(asked.filter(isMisfit));
  const ids = new Set(fields.map(({ id }) => id));
  const entries = asked
    .filter((field) => !misfits.has(field) && (given.has(field.id) || field.is_required))
    .map((field) => [field.key, given.get(field.id) ?? null] as const);
  const isWritable = ![...misfits].some(({ is_required }) => is_required);
  const isAnswered = entries.some(([, answer]) => answer !== null);
  return {
    answers: isWritable && isAnswered ? Object.fromEntries(entries) : undefined,
    hasFile: fields.some(({ field_type, id }) => field_type === 'file' && given.has(id)),
    hasStray: [...given.keys()].some((id) => !ids.has(id)),
    hasMisfit: misfits.size > 0,
    hasOnTrack: registrations.some(({ has_answers }) => has_answers),
  };
}

const kinds = {
  hasFile: 'files given as answers',
  hasOnTrack: 'answers given on a track, beside those of the application',
  hasStray: 'answers to registration fields that were deleted',
  hasMisfit: 'answers that their registration field would refuse by now',
} as const;

function noteAnswers(answered: readonly (Answered & { email: string })[], leaveOut: Composing['leaveOut']): void {
  for (const [kind, what] of Object.entries(kinds) as [keyof typeof kinds, string][]) {
    const whose = answered.filter((each) => each[kind]).map(({ email }) => email);
    if (whose.length > 0) leaveOut(`${what}: ${some(whose)}`);
  }
}

/**
 * Does some lines of an import: whom it enrolls, whom it invites, their emails, the facts and what came of each line are one
 * transaction. So a line is done and told, or neither, however often a process is killed.
 *
 * Locks are taken as for one person: places in the order of their ids, the seat, registrations on tracks.
 */
import { instant } from '../../../shared/base/instant.ts';
import { newLinkToken } from '../../../shared/base/session-token.ts';
import { recordChanges, type Change } from '../../../shared/database/audit.ts';
import type { RowOf } from '../../../shared/database/columns.ts';
import type { Db } from '../../../shared/database/database.ts';
import type { Ctx } from '../../../shared/kit/context.ts';
import { sendEmailsLater } from '../../../shared/kit/emails.ts';
import type { Answers } from '../answers.ts';
import { announceMany, factOf, noteMoved } from '../changes.ts';
import type { peopleImport } from '../entities.ts';
import { fillAnswers, placeOnTracks } from '../enrolments.sql.ts';
import { moveMany } from '../many.sql.ts';
import { takeSeats } from '../parents.sql.ts';
import { decideLines, type Known, type LineVerdict } from './decide.ts';
import { standingOf } from './circumstances.sql.ts';
import { nextLines, settleLines } from './imports.sql.ts';
import { lockOrMake, lockPlaces, invite, removePlaces, type HeldPlace } from './settling.sql.ts';

type Import = RowOf<typeof peopleImport>;
type Note = Pick<Ctx, 'changed'>;

/** Lines of one transaction: few enough that nobody waits long for the seats. */
const linesAtOnce = 100;

/** Does the next lines of an import that is locked. Returns whether there were any. */
export async function settleNext(tx: Db, of: Import): Promise<boolean> {
  const lines = await nextLines(tx, of.id, linesAtOnce);
  if (lines.length === 0) return false;
  const emails = [...new Set(lines.map(({ email }) => email))];
  await lockPlaces(tx, of.super_event_id, emails);
  const { known, around } = await standingOf(tx, of.super_event_id, emails);
  const judged = decideLines(lines, known, around);
  const changes: Change[] = [];
  const note: Note = { changed: (fact, ids, before, after) => void changes.push({ fact, ids, before, after }) };
  const verdicts = await enroll(tx, of, { judged, known, note });
  await inviteOthers(tx, of, verdicts, note);
  const { organization_id, super_event_id, user_id, key_id, session_id, request_id } = of;
  const author = { organization_id, super_event_id, user_id, key_id, session_id, request_id };
  await recordChanges(tx, { ...author, action: 'registrations.applyImport' }, changes);
  await settleLines(tx, of.id, verdicts);
  return true;
}

const enrolled = ({ status }: LineVerdict) => status === 'enrolled';
const invited = ({ status }: LineVerdict) => status === 'invited';

interface Judged {
  readonly judged: readonly LineVerdict[];
  readonly known: readonly Known[];
  readonly note: Note;
}

/** Accepts people as far as there are seats. Returns the outcome of each line. */
async function enroll(tx: Db, of: Import, { judged, known, note }: Judged): Promise<readonly LineVerdict[]> {
  const userOf = new Map(known.map(({ email, user_id }) => [email, user_id ?? '']));
  const people = [...new Set(judged.filter(enrolled).map(({ line }) => userOf.get(line.email) ?? ''))];
  if (people.length === 0) return judged;
  const places = new Map((await lockOrMake(tx, of, people)).map((place) => [place.user_id, place]));
  const unseated = new Set(
    await withoutSeat(
      tx,
      of,
      people.flatMap((id) => places.get(id) ?? []),
    ),
  );
  const verdicts = judged.map((verdict): LineVerdict => {
    const isFull = enrolled(verdict) && unseated.has(userOf.get(verdict.line.email) ?? '');
    return isFull ? { ...verdict, status: 'refused', code: 'MAX_PARTICIPANTS_REACHED', track_ids: [] } : verdict;
  });
  const placed = verdicts.filter(enrolled).flatMap(({ line, track_ids }) => {
    const place = places.get(userOf.get(line.email) ?? '');
    return place ? [{ place, track_ids, answers: line.answers }] : [];
  });
  await accept(tx, of, { placed, note });
  return verdicts;
}

/** Takes seats in the order of the table. Returns the people without a seat. */
async function withoutSeat(tx: Db, of: Import, places: readonly HeldPlace[]): Promise<string[]> {
  const entering = places.filter(({ former }) => former !== 'accepted');
  const taken = entering.length > 0 ? await takeSeats(tx, of.super_event_id, entering.length) : 0;
  const rest = entering.slice(taken);
  const made = rest.filter(({ former }) => former === null).map(({ id }) => id);
  if (made.length > 0) await removePlaces(tx, made);
  return rest.map(({ user_id }) => user_id);
}

/** A later line of a person overwrites nothing that an earlier one says. */
const together = (all: readonly Answers[]): Answers =>
  all.reduceRight<Answers>((sum, each) => ({ ...sum, ...each }), {});

interface Accepting {
  readonly placed: readonly {
    readonly place: HeldPlace;
    readonly track_ids: readonly string[];
    readonly answers: Answers;
  }[];
  readonly note: Note;
}

async function accept(tx: Db, of: Import, { placed, note }: Accepting): Promise<void> {
  const people = [...new Map(placed.map(({ place }) => [place.id, place])).values()];
  const ids = people.map(({ id }) => id);
  const answers = Map.groupBy(placed, ({ place }) => place.id);
  await fillAnswers(
    tx,
    [...answers].map(([id, all]) => ({
      id,
      answers: together(all.map((each) => each.answers)),
    })),
  );
  const { parents } = await moveMany(tx, { ids, to: 'accepted', track_ids: [] });
  const registrations = await placeOnTracks(
    tx,
    of,
    placed.flatMap(({ place: { id: parent_id, user_id }, track_ids }) =>
      track_ids.map((event_id) => ({ parent_id, user_id, event_id })),
    ),
  );
  await announceMany(tx, { parents: people, registrations }, 'accepted', null);
  const formerOf = new Map(people.map(({ id, former }) => [id, former]));
  const after = { status: 'accepted' } as const;
  for (const { id, user_id } of parents) {
    const former = formerOf.get(id) ?? null;
    const place = { super_event_registration_id: id, user_id, event_id: null };
    note.changed(factOf(former, 'accepted'), place, former ? { status: former } : {}, after);
    note.changed('participant.onboarded', { user_id, super_event_id: of.super_event_id }, {}, after);
  }
  noteMoved(note, registrations, 'accepted');
}

/** Invites those who have no account yet: each has one email, whose token nobody keeps in readable form. */
async function inviteOthers(tx: Db, of: Import, verdicts: readonly LineVerdict[], note: Note): Promise<void> {
  const people = [...Map.groupBy(verdicts.filter(invited), ({ line }) => line.email)].map(([email, own]) => {
    const { first_name = null, last_name = null } = own[0]?.line ?? {};
    const answers_json = together(own.map(({ line }) => line.answers));
    return { email, first_name, last_name, track_ids: own.flatMap(({ track_ids }) => track_ids), answers_json };
  });
  if (people.length === 0) return;
  const tokens = new Map(people.map(({ email }) => [email, newLinkToken()]));
  const by = { super_event_id: of.super_event_id, invited_by: of.user_id };
  const made = await invite(
    tx,
    by,
    people.map((person) => ({ ...person, token_hash: tokens.get(person.email)?.token_hash ?? '' })),
  );
  const emails = made.map(({ id, email, first_name, last_name, super_event_name, expires_at, happening }) => {
    const name = [first_name, last_name].filter(Boolean).join(' ') || null;
    const { organization_name } = happening;
    const data = { name, organization_name, super_event_name, expires_at: instant(expires_at), happening };
    return { to: email, data, secret: tokens.get(email)?.token, key: `invitation ${id}` };
  });
  await sendEmailsLater(tx, 'invitation', emails, new Date());
  for (const { id, email, first_name, last_name, expires_at } of made) {
    const said = { email, first_name, last_name, status: 'pending', expires_at: instant(expires_at) };
    note.changed('participant.invited', { invite_id: id, super_event_id: of.super_event_id }, {}, said);
  }
}

/** The data that the fuzzer reads and writes: two full organizations, people of every kind, and their credentials. */
import { mintKey } from '../../shared/base/api-key.ts';
import { newAccessToken, newTypedCode } from '../../shared/base/session-token.ts';
import { Jury } from '../support/judging/jury.ts';
import { stage as makeScene, type Scene } from '../conformance/access-matrix.ts';
import type { Person } from '../support/client.ts';
import { accessTokenOf, hashed, password } from '../support/sign-in.ts';
import type { Stage } from '../support/stage.ts';
import type { World } from '../support/world.ts';
import { linksIn } from './links.ts';
import type { Thing } from './names.ts';
import type { Actor } from './requests.ts';

export type Place = Stage & Pick<World, 'as' | 'url' | 'dataDir'>;
export type Headers = Readonly<Record<string, string>>;

export interface Ground {
  /** By their names in requests. */
  readonly things: ReadonlyMap<string, string>;
  readonly credentials: Readonly<Record<Actor, Headers>>;
  /** Texts of the other organization that this caller may never read. */
  readonly secretsFrom: (actor: Actor) => readonly string[];
  /** Texts that no answer and no log may hold. */
  readonly unspeakable: readonly string[];
}

const withKey = (text: string): Headers => ({ 'X-Api-Key': text });
const withSession = (token: string): Headers => ({ Authorization: `Bearer ${token}` });

export async function breakGround(place: Place): Promise<Ground> {
  const acme = await place.organization();
  const { scene } = await makeScene(place, acme);
  const other = await place.organization();
  const { scene: theirs } = await makeScene(place, other);
  // A session is of no organization: whoever is signed in sees every hackathon that is public.
  await place.rows`update events.super_event set visibility = 'private' where id = ${theirs.hack.id}`;
  await place.rows`update identity.person set password_hash = ${await hashed(password)}
                    where id in (${scene.registered.id}, ${scene.judge.id})`;
  await contest(place, scene);
  // Answers to a text are not counted.
  await place.rows`update events.registration_field set field_type = 'radio', options = '["Yes", "No"]' where id = ${scene.field}`;
  const credentials = await credentialsOf(place, scene, theirs);
  const own = {
    ...thingsOf(scene),
    ...(await beingJudged(place, scene)),
    session: await sessionOf(place, scene.judge),
    passkey: await passkeyOf(place, scene.judge),
  };
  const foreign = {
    ...thingsOf(theirs),
    session: await sessionOf(place, theirs.judge),
    passkey: await passkeyOf(place, theirs.judge),
  };
  const links = await linksIn(place, scene);
  const notOurs = marksOf(theirs);
  const notTheirs = marksOf(scene);
  return {
    things: new Map([
      ...Object.entries(own),
      ...Object.entries(links),
      ...Object.entries(foreign).map(([name, value]) => [`foreign ${name}`, value] as const),
    ]),
    credentials,
    secretsFrom: (actor) => (actor === 'rival' ? notTheirs : actor === 'rival signed in' ? tokensOf(scene) : notOurs),
    unspeakable: [
      password,
      ...Object.values(links).filter((text) => text.length > 40),
      ...Object.values(credentials).flatMap((headers) => Object.values(headers).flatMap((value) => secretIn(value))),
    ],
  };
}

/** The key or the token of a header. */
const secretIn = (header: string): string[] => header.match(/\b[\w-]{40,}$/) ?? [];

/** The scores of the scene are handed in; these are not. */
async function beingJudged(place: Place, { track, judge, jury: { criterion } }: Scene) {
  const builder = await place.person();
  await place.registered(builder, track);
  const team = await place.team(track, [builder]);
  const jury = new Jury(place, track);
  const assignment = await jury.assignment(judge, team);
  const score = await jury.score(assignment, { id: criterion }, { value: 5 });
  return { assignment, score };
}

/** The team has entered for the prize, which has a winner, and judges enough for half of the plans that are asked for. */
async function contest(place: Place, { acme, hack, judge, track, prize, submission, team }: Scene): Promise<void> {
  const { rows } = place;
  const judges = [judge.id];
  while (judges.length < 10) {
    const another = await place.person();
    await place.role(another, track, 'JUDGE');
    judges.push(another.id);
  }
  await rows`update events.prize set judge_user_ids = ${judges}::uuid[] where id = ${prize}`;
  await rows`update teams.submission set prize_ids = array[${prize}::uuid] where id = ${submission}`;
  await rows`
    insert into judging.award (prize_id, organization_id, super_event_id, team_ids)
    values (${prize}, ${acme.id}, ${hack.id}, array[${team.id}::uuid])`;
}

/** Another session of this person. */
async function sessionOf(place: Place, person: Person): Promise<string> {
  await accessTokenOf(place, person);
  const [session] = await place.rows<{ id: string }>`
    select id from identity.session where user_id = ${person.id} order by created_at desc limit 1`;
  return session?.id ?? '';
}

/** A passkey of this person, who is asked for no second factor to change it. */
async function passkeyOf({ rows }: Place, person: Person): Promise<string> {
  await rows`update identity.session set second_factor = true where user_id = ${person.id}`;
  const [passkey] = await rows<{ id: string }>`
    insert into identity.passkey (user_id, credential_id, public_key, counter, transports, name)
    values (${person.id}, ${Buffer.from(person.id)}, '', 0, '{}', 'Phone') returning id`;
  return passkey?.id ?? '';
}

/** People and slugs are not among the foreign ones: anybody may be invited, and a slug is easily guessed. */
function thingsOf(scene: Scene): Record<Exclude<Thing, 'session' | 'passkey'>, string> {
  return {
    organization: scene.acme.id,
    hackathon: scene.hack.id,
    track: scene.track.id,
    registration: scene.place.id,
    parent: scene.place.parent.id,
    team: scene.team.id,
    submission: scene.submission,
    criterion: scene.jury.criterion,
    assignment: scene.jury.assignment,
    score: scene.jury.score,
    checkin: scene.checkin,
    file: scene.file,
    field: scene.field,
    point: scene.point.id,
    prize: scene.prize,
    announcement: scene.announced.announcement,
    key: scene.key,
    device: scene.device,
    webhook: scene.hook.webhook,
    delivery: scene.hook.delivery,
    decision: scene.decision,
    job: scene.job,
    list: 'schools',
    subscription: scene.announced.token,
    person: scene.registered.id,
    member: scene.member.id,
    judge: scene.judge.id,
    token: scene.place.token,
    code: newTypedCode(),
    email: scene.registered.email,
    password,
  };
}

/** Anybody may meet the people elsewhere. */
const shared: readonly Thing[] = ['password', 'person', 'member', 'judge', 'email', 'organization', 'list'];

const marksOf = (scene: Scene): string[] => {
  const objects = Object.entries(thingsOf(scene)).filter(([name]) => !shared.includes(name as Thing));
  return [...objects.map(([, id]) => id), ...tokensOf(scene)];
};

const tokensOf = ({ place }: Scene) => [place.token, place.parent.token];

async function credentialsOf(place: Place, scene: Scene, theirs: Scene): Promise<Record<Actor, Headers>> {
  const { acme, track } = scene;
  const key = async (person: Person | Promise<Person>, organization = acme) =>
    withKey(await place.keyOf(await person, organization));
  const session = async (person: Person) => withSession(await accessTokenOf(place, person));
  const withRole = async (role: 'ORGANIZER' | 'MENTOR' | 'PARTICIPANT') => {
    const person = await place.person();
    await place.role(person, track, role);
    // In no team, and free to join or found one.
    if (role === 'PARTICIPANT') await place.registered(person, track);
    return person;
  };
  const owner = await place.member(acme, 'OWNER');
  const rival = await place.member(theirs.acme, 'OWNER');
  const unknown = mintKey().text;
  return {
    owner: await key(owner),
    admin: await key(place.member(acme, 'ADMIN')),
    member: await key(place.member(acme, 'MEMBER')),
    organizer: await key(withRole('ORGANIZER')),
    mentor: await key(withRole('MENTOR')),
    participant: await key(withRole('PARTICIPANT')),
    judge: await key(scene.judge),
    registered: await key(scene.registered),
    nobody: await key(place.person()),
    'owner signed in': await session(owner),
    'judge signed in': await session(scene.judge),
    'registered signed in': await session(scene.registered),
    rival: await key(rival, theirs.acme),
    'rival signed in': await session(rival),
    'no one': {},
    'an unknown key': withKey(unknown),
    'a mistyped key': withKey(`${unknown.slice(0, -1)}${unknown.endsWith('x') ? 'y' : 'x'}`),
    'a revoked key': withKey(await place.key(owner, acme, { revoked_at: new Date().toISOString() })),
    'an unknown session': withSession(newAccessToken()),
    nonsense: { 'X-Api-Key': `mst_${'\u00e9'.repeat(2_000)}`, Authorization: 'Basic =' },
  };
}

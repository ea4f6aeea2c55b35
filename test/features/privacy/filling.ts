/**
 * One person who fills everything that a person can fill, with words that have a mark found nowhere else, and others who
 * write about them. Notes which members of which action carried the mark.
 */
import type { Answer, Client, Person } from '../../support/client.ts';
import { formOf, pdf } from '../../support/files.ts';
import type { SuperEvent, Track } from '../../support/fixtures.ts';
import { ask, brought } from '../../support/importing.ts';
import { codeIn, tokenIn } from '../../support/mails.ts';
import { accessTokenOf, bearer, memberWithPassword, password, signIn } from '../../support/sign-in.ts';
import type { World } from '../../support/world.ts';
import { eventually } from '../../support/wire.ts';
import { Asker } from './asker.ts';

/** In every word of the person. */
export const mark = 'quokka';
export const word = (name: string) => `${mark} ${name}`;
const address = (name: string) => `${mark}.${name}@erase.test`;
const link = (name: string) => `https://${mark}.example/${name}`;

export interface Filled {
  readonly asker: Asker;
  readonly world: World;
  readonly acme: { readonly id: string };
  readonly owner: Client;
  readonly hack: SuperEvent;
  readonly track: Track;
  readonly me: Person;
  readonly own: Client;
  /** Ids by the names of parameters, for reading everything. */
  readonly ids: Readonly<Record<string, string>>;
  readonly tokens: readonly string[];
}

export async function fill(world: World): Promise<Filled> {
  const acme = await world.organization();
  const hack = await world.superEvent(acme, { gallery: 'open', confirm_within_hours: 24 });
  const track = await world.track(hack);
  const olga = await memberWithPassword(world, acme, 'OWNER');
  const owner = bearer(world, await accessTokenOf(world, olga));
  const asker = new Asker(mark);
  const base = { asker, world, acme, hack, track, owner };
  await listened(base);
  const { me, own } = await account(base);
  const place = await applying({ ...base, me, own });
  const team = await teaming({ ...base, own });
  const point = await scanned({ ...base, ...place });
  const judged = await judging({ ...base, me, own });
  await invited({ ...base, me });
  await written(base);
  await behindTheScenes(base, me, own);
  const ids = { ...place, ...team, ...judged, ...point, userId: me.id };
  return { ...base, me, own, ids, tokens: [place.token, place.parentToken] };
}

type Base = Pick<Filled, 'asker' | 'world' | 'acme' | 'hack' | 'track' | 'owner'>;
type Mine = Base & Pick<Filled, 'me' | 'own'>;

const heard = [
  'registration.created',
  'registration.changed',
  'submission.created',
  'submission.changed',
  'key.created',
];

/** A webhook whose receiver is never there, so that its deliveries wait. */
async function listened({ asker, acme, owner }: Base): Promise<void> {
  await asker.ask(owner, 'webhooks.create', { orgId: acme.id }, { url: 'https://hooks.example.org/', types: heard });
}

async function account({ asker, world, acme, owner }: Base) {
  const stranger = world.stranger();
  const email = address('first');
  await asker.ask(stranger, 'identity.signUp', {}, { email, password, name: word('signed up') });
  const token = tokenIn(await world.nextMailTo(email));
  await asker.ask(stranger, 'identity.verify', {}, { token, password });
  const own = bearer(world, (await signIn(world, { email })).access_token);
  const links = { avatar_url: link('face'), linkedin_url: link('in'), github_url: link('hub') };
  await asker.ask(own, 'identity.updateMe', {}, { name: word('name'), ...links, locale: 'de' });
  const moved = address('second');
  await asker.ask(own, 'identity.changeEmail', {}, { email: moved, password });
  const code = codeIn(await world.nextMailTo(moved));
  await asker.ask(stranger, 'identity.confirmEmail', {}, { email: moved, code });
  await asker.ask(own, 'identity.changeEmail', {}, { email: address('third'), password });
  await asker.ask(stranger, 'identity.resetPassword', {}, { email: moved });
  await asker.ask(stranger, 'identity.signIn', {}, { email: moved, password });
  await asker.ask(stranger, 'identity.signUp', {}, { email: moved, password, name: word('again') });
  await asker.ask(owner, 'organizations.addMember', { orgId: acme.id }, { email: moved, role: 'MEMBER' });
  await asker.ask(own, 'identity.createKey', { orgId: acme.id }, { label: word('key') });
  const { user } = (await own.get('/auth/user')).body.data;
  return { me: user as Person, own };
}

const questions = ['text', 'textarea', 'url', 'email', 'phone', 'select', 'multiselect', 'radio', 'date'] as const;
const answers = {
  ...{ text: word('text'), textarea: word('textarea'), url: link('answer'), email: address('answer') },
  ...{ phone: '+49 6131 555', select: 'A', multiselect: ['A'], radio: 'A', date: '2001-02-03' },
};

async function applying({ asker, world, hack, track, owner, own }: Mine) {
  const asked = await Promise.all(
    questions.map(async (type) => [await ask(world, hack, type, type, ['A', 'B']), answers[type]] as const),
  );
  const answers_json = Object.fromEntries(asked);
  const cv = await ask(world, hack, 'CV', 'file');
  const applied = await asker.ask(own, 'registrations.apply', { slug: hack.slug }, { answers_json });
  const parent = applied.body.data as { readonly id: string };
  const form = formOf({
    answers_json: JSON.stringify(answers_json),
    [`file_${cv}`]: { bytes: Buffer.concat([pdf(), Buffer.from(word('in a file'))]), name: `${mark} cv.pdf` },
  });
  await asker.ask(own, 'registrations.updateParent', { id: parent.id }, form, { answers_json });
  await asker.ask(owner, 'registrations.review', { id: parent.id }, { score: 4, note: word('note of a reviewer') });
  await asker.ask(owner, 'registrations.updateParentStatus', { id: parent.id }, { status: 'accepted' });
  const entered = await asker.ask(
    own,
    'registrations.register',
    { eventId: track.id },
    { answers_json, super_event_registration_id: parent.id },
  );
  const { id } = entered.body.data as { readonly id: string };
  await asker.ask(owner, 'registrations.updateStatus', { id }, { status: 'accepted' });
  await asker.ask(owner, 'registrations.updateAnswers', { id }, { answers_json });
  const evaluation_recommendation = word('recommendation');
  await asker.ask(owner, 'registrations.updateEvaluation', { id }, { evaluation_score: 3, evaluation_recommendation });
  const { checkin_token: token } = (await own.get(`/registrations/${id}`)).body.data.registration;
  const { checkin_token: parentToken } = (await own.get(`/super-event-registrations/${parent.id}`)).body.data
    .super_event_registration;
  const [file] = await world.rows<{ id: string }>`select id from registrations.file where claimed_by is not null`;
  return { registration: id, parent: parent.id, token, parentToken, file: file?.id ?? '', field: asked[0]![0] };
}

const project = {
  ...{ title: word('project'), description: word('about it'), links: [link('project')], video_url: link('film') },
  ...{ built_with: [word('rust')], answers_json: { r1: word('milestone') } },
};

async function teaming({ asker, hack, track, owner, own }: Base & Pick<Mine, 'own'>) {
  const founded = await asker.ask(own, 'teams.found', { eventId: track.id }, { name: 'Rockets', problem: word('a') });
  const { id } = founded.body.data.team;
  await asker.ask(own, 'teams.changeOwn', { id }, { problem: word('problem') });
  await asker.ask(own, 'teams.invite', { id });
  const made = await asker.ask(own, 'teams.submit', {}, { team_id: id, ...project, title: word('draft') });
  const submission = made.body.data.submission.id as string;
  await asker.ask(own, 'teams.updateSubmission', { id: submission }, project);
  const managed = { superEventId: hack.id, teamId: id as string };
  await asker.ask(owner, 'teams.update', managed, { avatarUrl: link('team'), problem: word('managed') });
  return { team: id as string, submission };
}

async function scanned({ asker, world, track, owner, token }: Base & { readonly token: string }) {
  const point = await world.point(track);
  const scan = () => asker.ask(owner, 'check-in.scan', { pointId: point.id }, { token });
  await scan();
  const [first] = await world.rows<{ id: string }>`select id from check_in.record`;
  await asker.ask(owner, 'check-in.annul', { id: first?.id ?? '' }, { reason: word('annulled') });
  await scan();
  const [record] = await world.rows<{ id: string }>`select id from check_in.record where annulled_at is null`;
  return { point: point.id, checkin: record?.id ?? '' };
}

/** The token of the letter with this text. */
async function tokenWith(world: World, { email }: Person, text: string): Promise<string> {
  const mails = await eventually(
    () => world.mailsTo(email),
    (found) => found.some((mail) => mail.text.includes(text)),
  );
  return tokenIn(mails.find((mail) => mail.text.includes(text))!);
}

/** The person judges another track of the hackathon, as an invitation said. */
async function judging({ asker, world, hack, owner, me, own }: Mine) {
  const track = await world.track(hack);
  const invitation = { email: me.email, role: 'JUDGE', trackIds: [track.id], message: word('join the jury') };
  await asker.ask(owner, 'events.createRoleInvites', { superEventId: hack.id }, invitation);
  const token = await tokenWith(world, me, 'join the jury');
  await asker.ask(own, 'onboarding.acceptAsMyself', {}, { token });
  const criterion = (
    await asker.ask(
      owner,
      'judging.createCriterion',
      { eventId: track.id },
      { name: 'Idea', weight: 1, order_index: 0 },
    )
  ).body.data.criterion.id as string;
  const teams = await Promise.all(
    ['Ants', 'Bees'].map(async (name) => {
      const captain = await world.person();
      await world.registered(captain, track);
      return (await world.team(track, [captain], { name })).id;
    }),
  );
  const assign = async (team_id: string) =>
    (await asker.ask(owner, 'judging.assignJudge', { eventId: track.id }, { judge_user_id: me.id, team_id })).body.data
      .assignment.id as string;
  const [first, second] = [await assign(teams[0]!), await assign(teams[1]!)];
  await asker.ask(own, 'judging.declineAssignment', { id: second }, { reason: word('I advised them') });
  const opinion = { criterion_id: criterion, value: 5, comment: word('comment'), feedback: word('feedback') };
  const scored = await asker.ask(own, 'judging.submitScore', { id: first }, opinion);
  await asker.ask(own, 'judging.submitAssignment', { id: first });
  await asker.ask(owner, 'judging.reopenAssignment', { id: first }, { reason: word('once more') });
  const score = scored.body.data.scores[0].id as string;
  await asker.ask(own, 'judging.updateScore', { id: score }, { comment: word('more'), feedback: word('better') });
  await asker.ask(own, 'judging.submitAssignment', { id: first });
  await asker.ask(owner, 'judging.calculateResults', { eventId: track.id });
  await asker.ask(owner, 'judging.publishResults', { eventId: track.id });
  return { judgedTrack: track.id, judgedTeam: teams[0]!, criterion, assignment: first, score };
}

/** To three other hackathons: at once, by an email to their former address, and by a table. */
async function invited({ asker, world, acme, owner, me }: Omit<Mine, 'own'>): Promise<void> {
  const names = { firstName: word('first'), lastName: word('last') };
  const links = { linkedinUrl: link('invited-in'), githubUrl: link('invited-hub') };
  const [accepted, open, tabled] = await Promise.all([1, 2, 3].map(() => world.superEvent(acme)));
  for (const hack of [accepted!, open!]) await world.track(hack);
  await asker.ask(owner, 'onboarding.onboard', { slug: accepted!.slug }, { email: me.email, ...names, ...links });
  const email = address('first');
  await asker.ask(owner, 'onboarding.onboard', { slug: open!.slug }, { email, ...names, ...links });
  await ask(world, tabled!, 'Why');
  const line = [address('third'), word('tabled'), word('person'), word('why')].join();
  const table = `Email,First name,Last name,Why\n${line}\n`;
  asker.note('registrations.applyImport', ['table', 'table.csv']);
  asker.note('registrations.planImport', ['table', 'table.csv']);
  await brought(owner, tabled!, table);
  await world.rows`update onboarding.invite set answers_json = ${JSON.stringify({ a: word('why') })}::jsonb`;
}

/** Written to the person by organizers. */
async function written({ asker, hack, owner }: Base): Promise<Answer> {
  const announcement = { subject: 'Hello', body: 'Hello {first_name}' };
  const made = await asker.ask(owner, 'mail.createAnnouncement', { slug: hack.slug }, announcement);
  return asker.ask(owner, 'mail.sendAnnouncement', { id: made.body.data.announcement.id });
}

/** Written by parts of the service that no request of this test reaches: sign-ins by others, and letters that did not leave. */
async function behindTheScenes({ asker, world: { rows }, hack }: Base, me: Person, own: Client): Promise<void> {
  const [passkey] = await rows<{ id: string }>`
    insert into identity.passkey (user_id, credential_id, public_key, counter, transports, name)
    values (${me.id}, '\\x01', '\\x01', 0, '{}', 'A key') returning id`;
  await asker.ask(own, 'identity.renamePasskey', { id: passkey?.id ?? '' }, { name: word('passkey') });
  const email = address('issuer');
  await rows`insert into identity.sign_in (issuer, subject, user_id, provider, email)
             values ('https://issuer.test', ${word('subject')}, ${me.id}, 'other', ${email})`;
  await rows`insert into identity.sign_in_joining (id_hash, browser_hash, user_id, issuer, subject, provider, email)
             values ('\\x01', '\\x01', ${me.id}, 'https://issuer.test', ${word('joining')}, 'other', ${email})`;
  await rows`
    select mail_queue.add_job('letter', json_build_object('letter', 'reset', 'to', ${me.email}::text, 'key', 'failed',
      'content', json_build_object('data', json_build_object('name', ${word('failed')}::text), 'sealed', null)),
      run_at => now() + interval '1 day')`;
  await rows`
    with made as (
      insert into registrations.people_import (organization_id, super_event_id, user_id, rows)
      select organization_id, id, ${me.id}, 1 from events.super_event where id = ${hack.id} returning id)
    insert into registrations.import_line (import_id, line, email, first_name, last_name, answers_json)
    select id, 2, ${me.email}, ${word('line')}, ${word('line')}, ${JSON.stringify({ a: word('line') })}::jsonb from made`;
}

/** How endpoints are asked that need more than an owner of the organization and what the matrix of access says. */
import { randomBytes } from 'node:crypto';
import type { ClientOptions } from '../../clients/typescript/src/options.ts';
import type { Scene } from '../conformance/access-matrix.ts';
import { hashToken } from '../../shared/base/session-token.ts';
import { paired } from '../support/devices.ts';
import { Jury } from '../support/judging/jury.ts';
import { secretIn, tokenIn } from '../support/mails.ts';
import {
  codeOf,
  forgetCodes,
  passkeyOptions,
  personWithApp,
  personWithPasskey,
  ticketOf,
} from '../support/second-factor.ts';
import { accessTokenOf, bearer, password, personWithPassword, signIn } from '../support/sign-in.ts';
import type { World } from '../support/world.ts';

export interface Way {
  /** As whom, where it is not an owner. */
  readonly as?: Partial<ClientOptions>;
  readonly params?: object;
}
type Ways = Readonly<Record<string, (world: World, scene: Scene) => Promise<Way>>>;

const random = () => randomBytes(32).toString('base64url');
const stranger: Partial<ClientOptions> = { apiKey: undefined };

const sessions: Ways = {
  'identity.signUp': () =>
    Promise.resolve({ as: stranger, params: { email: 'ada@example.org', password, name: 'Ada' } }),
  'identity.resendVerification': () =>
    Promise.resolve({ as: stranger, params: { email: 'nobody@example.org', password } }),
  'identity.verify': async (world) => {
    const email = 'grace@example.org';
    await world.stranger().post('/auth/signup', { email, password, name: 'Grace' });
    return { as: stranger, params: { token: tokenIn(await world.nextMailTo(email)), password } };
  },
  'identity.signIn': async (world) => {
    const { email } = await personWithPassword(world);
    return { as: stranger, params: { email, password } };
  },
  'identity.refresh': async (world) => {
    const { refresh_token } = await signIn(world, await personWithPassword(world));
    return { as: stranger, params: { refresh_token } };
  },
  'identity.signOut': async (world) => ({ as: { token: await accessTokenOf(world, await world.person()) } }),
  'identity.resetPassword': () => Promise.resolve({ as: stranger, params: { email: 'nobody@example.org' } }),
  'identity.joinBy': async (world) => {
    const ada = await personWithPassword(world);
    const [id, browser] = [random(), random()];
    await world.rows`
      insert into identity.sign_in_joining (id_hash, browser_hash, user_id, issuer, subject, provider, email)
      values (decode(${hashToken(id)}, 'hex'), decode(${hashToken(browser)}, 'hex'), ${ada.id}, 'https://issuer.test',
              'ada', 'campus', ${ada.email})`;
    const headers = { Cookie: `muster_browser=${browser}` };
    return { as: { ...stranger, headers }, params: { name: 'campus', id, password } };
  },
  'identity.updateMe': async (world) => ({
    as: { token: await accessTokenOf(world, await world.person()) },
    params: { name: 'Ada Lovelace' },
  }),
  'identity.changeEmail': async (world) => {
    const token = await accessTokenOf(world, await personWithPassword(world));
    return { as: { token }, params: { email: 'changed@example.org', password } };
  },
  'identity.confirmEmail': async (world) => ({ as: stranger, params: { token: (await addressChanged(world)).token } }),
  'identity.stopEmail': async (world) => ({ as: stranger, params: { token: (await addressChanged(world)).stop } }),
  'identity.exportData': async (world) => ({ as: { token: await accessTokenOf(world, await world.person()) } }),
  'identity.getErasure': async (world) => ({ as: { token: await accessTokenOf(world, await world.person()) } }),
  'identity.eraseMe': async (world) => {
    const token = await accessTokenOf(world, await personWithPassword(world));
    return { as: { token }, params: { password } };
  },
  'identity.restoreMe': async (world) => {
    const ada = await personWithPassword(world);
    await bearer(world, await accessTokenOf(world, ada)).del('/me', { password });
    return { as: stranger, params: { token: tokenIn(await world.nextMailTo(ada.email)) } };
  },
  'identity.listSessions': async (world) => ({ as: { token: await accessTokenOf(world, await world.person()) } }),
  'identity.endSession': async (world) => {
    const person = await world.person();
    const [lost, token] = [await accessTokenOf(world, person), await accessTokenOf(world, person)];
    const { sessions } = (await bearer(world, lost).get('/me/sessions')).body.data;
    const { id } = (sessions as { id: string; is_current: boolean }[]).find(({ is_current }) => is_current)!;
    return { as: { token }, params: { id } };
  },
  'identity.completeSignIn': async (world) => {
    const { person, secret } = await personWithApp(world);
    return { as: stranger, params: { ticket: await ticketOf(world, person), code: codeOf(secret, 1) } };
  },
  'identity.readTotp': async (world) => ({ as: { token: await accessTokenOf(world, await world.person()) } }),
  'identity.beginTotp': async (world) => ({ as: { token: await accessTokenOf(world, await world.person()) } }),
  'identity.confirmTotp': async (world) => {
    const token = await accessTokenOf(world, await world.person());
    const { secret } = (await bearer(world, token).post('/me/totp')).body.data;
    return { as: { token }, params: { code: codeOf(secret) } };
  },
  'identity.removeTotp': async (world) => {
    const { person, secret } = await personWithApp(world);
    const opened = { ticket: await ticketOf(world, person), code: codeOf(secret, 1) };
    const { access_token } = (await world.stranger().post('/auth/second-factor', opened)).body.data;
    await forgetCodes(world, person);
    return { as: { token: access_token }, params: { code: codeOf(secret) } };
  },
  'identity.beginPasskey': async (world) => ({ as: { token: await accessTokenOf(world, await world.person()) } }),
  'identity.addPasskey': async (world) => {
    const { access_token: token, api, device } = await personWithPasskey(world);
    const credential = device.create(await passkeyOptions(api, '/me/passkeys/options'));
    return { as: { token }, params: { name: 'My tablet', credential } };
  },
  'identity.listPasskeys': async (world) => ({ as: { token: (await personWithPasskey(world)).access_token } }),
  'identity.renamePasskey': async (world) => {
    const { access_token: token, id } = await personWithPasskey(world);
    return { as: { token }, params: { id, name: 'My tablet' } };
  },
  'identity.removePasskey': async (world) => {
    const { access_token: token, id } = await personWithPasskey(world);
    return { as: { token }, params: { id } };
  },
  'identity.beginPasskeySignIn': () => Promise.resolve({ as: stranger }),
  'identity.signInByPasskey': async (world) => {
    const { device } = await personWithPasskey(world);
    const credential = device.get(await passkeyOptions(world.stranger(), '/auth/passkeys/options'));
    return { as: stranger, params: { credential } };
  },
  'identity.updatePassword': async (world) => {
    const { access_token } = await signIn(world, await personWithPassword(world));
    const params = { new_password: 'violet tractors under glass', current_password: password };
    return { as: { token: access_token }, params };
  },
};

/** The tokens of the emails to both addresses of somebody who changes theirs. */
async function addressChanged(world: World) {
  const ada = await personWithPassword(world);
  const email = `new.${ada.email}`;
  await bearer(world, await accessTokenOf(world, ada)).post('/me/email', { email, password });
  return {
    token: tokenIn(await world.nextMailTo(email)),
    stop: secretIn(await world.nextMailTo(ada.email), 'stop'),
  };
}

const devices: Ways = {
  'identity.readPairing': (world, scene) => withCode(world, scene),
  'identity.pairDevice': (world, scene) => withCode(world, scene),
  'identity.reportDevice': async (world, scene) => ({ as: await kiosk(world, scene) }),
  'check-in.manifest': async (world, scene) => ({ as: await kiosk(world, scene) }),
};
async function withCode(world: World, { acme, hack }: Scene): Promise<Way> {
  const body = { kind: 'kiosk', name: 'Door', super_event_id: hack.id };
  const added = await world.as(await world.member(acme, 'OWNER'), acme).post(`/organizations/${acme.id}/devices`, body);
  return { as: stranger, params: { code: added.body.data.pairing.code } };
}
const kiosk = async (world: World, { acme, hack }: Scene) => ({
  apiKey: (await paired(world, await world.member(acme, 'OWNER'), hack)).key,
});

const people: Ways = {
  'organizations.addMember': async (world) => ({ params: { user_id: (await world.person()).id, role: 'ADMIN' } }),
  'registrations.register': async (world, { acme, hack }) => {
    const person = await world.person();
    const { id } = await world.applied(person, hack);
    return { as: { apiKey: await world.keyOf(person, acme) }, params: { super_event_registration_id: id } };
  },
  'onboarding.readInvite': (world, scene) => invited(world, scene, 'reader@example.org'),
  'onboarding.accept': (world, scene) => invited(world, scene, 'invited@example.org'),
  'onboarding.acceptAsMyself': invitedAndSignedIn,
};

async function invitedAndSignedIn(world: World, { acme, hack }: Scene): Promise<Way> {
  const ada = await world.person({ name: null });
  const organizer = world.as(await world.member(acme, 'OWNER'), acme);
  await organizer.post(`/super-events/${hack.id}/role-invites`, { email: ada.email, role: 'JUDGE' });
  return {
    as: { token: await accessTokenOf(world, ada) },
    params: { token: tokenIn(await world.nextMailTo(ada.email)) },
  };
}

async function invited(world: World, { acme, hack }: Scene, email: string): Promise<Way> {
  const organizer = world.as(await world.member(acme, 'OWNER'), acme);
  await organizer.post(`/super-events/${hack.id}/participants`, { email, firstName: 'Grace', lastName: 'Hopper' });
  return { as: stranger, params: { token: tokenIn(await world.nextMailTo(email)) } };
}

/** Changes nothing. */
const eventFileOf = ({ slug }: Scene['acme']) => ({
  orgSlug: slug,
  file: `version: 1\norganization: { slug: ${slug}, name: ${slug} }\nsuper_events: []\n`,
});

const ownerSignedIn = async (world: World, { acme }: Scene): Promise<Way> => ({
  as: { token: await accessTokenOf(world, await world.member(acme, 'OWNER')) },
});

const asRegistered = async (world: World, { registered }: Scene): Promise<Way> => ({
  as: { token: await accessTokenOf(world, registered) },
});

/** Alone in their team: the other member has left. */
async function alone(world: World, scene: Scene): Promise<Way> {
  await world.as(scene.member, scene.acme).post(`/my-teams/${scene.team.id}/leave`, {});
  return asRegistered(world, scene);
}

async function accepted(world: World, { track }: Scene): Promise<Way> {
  const person = await world.person();
  await world.registered(person, track);
  return { as: { token: await accessTokenOf(world, person) } };
}

const ownTeams: Ways = {
  'registrations.confirm': asRegistered,
  'teams.found': accepted,
  'teams.join': async (world, scene) => {
    await world.rows`update teams.team set is_open = true where id = ${scene.team.id}`;
    return { ...(await accepted(world, scene)), params: { team_id: scene.team.id } };
  },
  'teams.changeOwn': asRegistered,
  'teams.disband': alone,
  'teams.invite': asRegistered,
  'teams.leave': asRegistered,
  'teams.dismiss': asRegistered,
  'teams.lead': asRegistered,
};

const others: Ways = {
  'events.createSuperEvent': ownerSignedIn,
  'events.createTrack': ownerSignedIn,
  'organizations.streamFacts': async (world, { acme }) => {
    const organizer = world.as(await world.member(acme, 'OWNER'), acme);
    const { body } = await organizer.get(`/organizations/${acme.id}/facts?limit=1`);
    return { params: { after: body.data.next } };
  },
  'check-in.deletePoint': async (world, { track }) => ({ params: { id: (await world.point(track)).id } }),
  'teams.updateSubmission': async (world, { registered }) => ({
    as: { token: await accessTokenOf(world, registered) },
  }),
  'registrations.countAnswers': async (world, { hack }) => {
    const [field] = await world.rows<{ id: string }>`
      select id from events.registration_field where super_event_id = ${hack.id} and field_type = 'select'`;
    return { params: { field_id: field?.id } };
  },
  'mail.cancelAnnouncement': async (world, { announced }) => {
    await world.rows`update mail.announcement set status = 'sending' where id = ${announced.announcement}`;
    return {};
  },
  'events.putList': () => Promise.resolve({ params: { list: 'University of Mainz\n' } }),
  'registrations.planImport': () => Promise.resolve({ params: { table: 'Email\nada@example.org\n' } }),
  'registrations.applyImport': () =>
    Promise.resolve({ params: { table: { columns: ['Email'], rows: [['ada@example.org']] } } }),
  'setup.planEventFile': (_, { acme }) => Promise.resolve({ params: eventFileOf(acme) }),
  'setup.applyEventFile': (_, { acme }) => Promise.resolve({ params: eventFileOf(acme) }),
  'webhooks.retry': async (world, { acme, hook }) => {
    const organizer = world.as(await world.member(acme, 'OWNER'), acme);
    await organizer.patch(`/webhooks/${hook.webhook}`, { status: 'active' });
    return {};
  },
};

/** Of another team, whose scores are not handed in. */
async function open(world: World, { track, judge, jury }: Scene) {
  const panel = new Jury(world, track);
  const person = await world.person();
  await world.registered(person, track);
  const assignment = await panel.assignment(judge, await world.team(track, [person]));
  const score = await panel.score(assignment, { id: jury.criterion }, { value: 5 });
  return { as: { token: await accessTokenOf(world, judge) }, assignment, score };
}

/** The prize has a judge, and the team has entered. */
async function entered(world: World, { acme, judge, prize, team }: Scene) {
  const organizer = world.as(await world.member(acme, 'OWNER'), acme);
  await organizer.patch(`/prizes/${prize}`, { by: 'judges', judge_user_ids: [judge.id] });
  await organizer.post('/submissions', { team_id: team.id, title: 'Bees', prize_ids: [prize] });
  return organizer;
}

const judging: Ways = {
  'judging.planPrize': async (world, scene) => {
    await entered(world, scene);
    return {};
  },
  'judging.publishPrize': async (world, scene) => {
    const organizer = await entered(world, scene);
    await organizer.post(`/prizes/${scene.prize}/winners`, { team_ids: [scene.team.id] });
    return {};
  },
  'judging.deleteCriterion': () => Promise.resolve({ params: { force: true } }),
  'judging.submitScore': async (world, scene) => {
    const { as, assignment } = await open(world, scene);
    return { as, params: { id: assignment } };
  },
  'judging.updateScore': async (world, scene) => {
    const { as, score } = await open(world, scene);
    return { as, params: { id: score } };
  },
  'judging.declineAssignment': async (world, scene) => {
    const panel = new Jury(world, scene.track);
    const person = await world.person();
    await world.registered(person, scene.track);
    const id = await panel.assignment(scene.judge, await world.team(scene.track, [person]));
    return { as: { token: await accessTokenOf(world, scene.judge) }, params: { id } };
  },
  'judging.submitAssignment': async (world, scene) => {
    const { as, assignment } = await open(world, scene);
    return { as, params: { id: assignment } };
  },
};

export const ways: Ways = { ...sessions, ...devices, ...people, ...ownTeams, ...others, ...judging };

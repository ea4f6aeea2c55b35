/** How endpoints are asked that need more than an owner of the organization and what the matrix of access says. */
import type { ClientOptions } from '../../clients/typescript/src/options.ts';
import type { Scene } from '../conformance/access-matrix.ts';
import { paired } from '../support/devices.ts';
import { Jury } from '../support/judging/jury.ts';
import { tokenIn } from '../support/mails.ts';
import { accessTokenOf, password, personWithPassword, signIn } from '../support/sign-in.ts';
import type { World } from '../support/world.ts';

export interface Way {
  /** As whom, where it is not an owner. */
  readonly as?: Partial<ClientOptions>;
  readonly params?: object;
}
type Ways = Readonly<Record<string, (world: World, scene: Scene) => Promise<Way>>>;

const stranger: Partial<ClientOptions> = { apiKey: undefined };

const sessions: Ways = {
  'identity.signUp': () =>
    Promise.resolve({ as: stranger, params: { email: 'ada@example.org', password, name: 'Ada' } }),
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
  'identity.updatePassword': async (world) => {
    const { access_token } = await signIn(world, await personWithPassword(world));
    const params = { new_password: 'violet tractors under glass', current_password: password };
    return { as: { token: access_token }, params };
  },
};

const devices: Ways = {
  'identity.pairDevice': async (world, { acme, hack }) => {
    const body = { kind: 'kiosk', name: 'Door', super_event_id: hack.id };
    const added = await world
      .as(await world.member(acme, 'OWNER'), acme)
      .post(`/organizations/${acme.id}/devices`, body);
    return { as: stranger, params: { code: added.body.data.pairing.code } };
  },
  'identity.reportDevice': async (world, scene) => ({ as: await kiosk(world, scene) }),
  'check-in.manifest': async (world, scene) => ({ as: await kiosk(world, scene) }),
};
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
};

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

const judging: Ways = {
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

export const ways: Ways = { ...sessions, ...devices, ...people, ...others, ...judging };

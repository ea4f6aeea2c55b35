/** The callers that pass the guard of each endpoint, in a hackathon that is final and public. A new endpoint needs a row. */
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Jury } from '../support/judging/jury.ts';
import { parseKey } from '../../shared/base/api-key.ts';
import type { Place, SuperEvent, Track } from '../support/fixtures.ts';
import type { Person } from '../support/client.ts';
import type { Stage } from '../support/stage.ts';
import type { World } from '../support/world.ts';
import { checkIn } from './access-check-in.ts';
import { identity } from './access-identity.ts';
import { judged, judging, type Judged } from './access-judging.ts';
import { announced, mail, type Announced } from './access-mail.ts';
import { pages } from './access-pages.ts';
import { hooked, webhooks, type Hooked } from './access-webhooks.ts';
import { brokenOff, setup } from './access-setup.ts';
import { ownTeams } from './access-own-teams.ts';
import { broughtIn, onboarding, tables } from './access-people.ts';
import { parents } from './access-parents.ts';
import { actors, type Actor } from './actors.ts';

export interface Scene {
  readonly acme: { readonly id: string; readonly slug: string };
  readonly hack: SuperEvent;
  readonly track: Track;
  readonly place: Place;
  readonly point: { readonly id: string };
  readonly checkin: string;
  /** A question the hackathon asks. */
  readonly field: string;
  readonly prize: string;
  readonly invite: string;
  /** About many people, taken a moment ago. */
  readonly decision: string;
  /** A file that the registered person uploaded. */
  readonly file: string;
  /** Of the organization, and in the team. */
  readonly member: Person;
  readonly judge: Person;
  /** The person of the registration; they lead the team. */
  readonly registered: Person;
  readonly team: { readonly id: string };
  readonly submission: string;
  readonly jury: Judged;
  readonly hook: Hooked;
  readonly announced: Announced;
  readonly device: string;
  /** An apply that somebody else sent, and that came to nothing. */
  readonly job: string;
  /** A table of people that somebody else brought in. */
  readonly brought: string;
  /** An API key of the member. */
  readonly key: string;
}
export interface Row {
  readonly may: readonly Actor[];
  /** To all others it does not exist: 404. */
  readonly hidden?: true;
  readonly params?: (scene: Scene) => Record<string, string>;
  readonly body?: (scene: Scene) => unknown;
}

const members = ['OWNER', 'ADMIN', 'MEMBER'] as const;
const administer = ['OWNER', 'ADMIN'] as const;
const organize = [...administer, 'ORGANIZER'] as const;
const view = actors.filter((actor) => actor !== 'nobody');
const staff = [...members, 'ORGANIZER', 'MENTOR', 'JUDGE'] as const;

const ofHackathon = ({ hack }: Scene) => ({ superEventId: hack.id });
const ofTrack = ({ track }: Scene) => ({ eventId: track.id });
const ofPlace = ({ place }: Scene) => ({ id: place.id });

const ofOrganization = ({ acme }: Scene) => ({ orgId: acme.id });
const ofMember = ({ acme, member }: Scene) => ({ orgId: acme.slug, userId: member.id });

const organizations: Record<string, Row> = {
  'organizations.get': { may: members, params: ({ acme }) => ({ slug: acme.slug }) },
  'organizations.update': { may: administer, params: ({ acme }) => ({ id: acme.id }) },
  'organizations.listMembers': { may: members, params: ofOrganization },
  'organizations.myPermissions': { may: actors, params: ofOrganization },
  'organizations.addMember': {
    may: administer,
    params: ofOrganization,
    body: ({ member }) => ({ user_id: member.id, role: 'ADMIN' }),
  },
  'organizations.updateMember': { may: administer, params: ofMember, body: () => ({ role: 'ADMIN' }) },
  'organizations.removeMember': { may: administer, params: ofMember },
  'organizations.listAudit': { may: administer, params: ofOrganization },
  // Other staff have to say which hackathon they mean.
  'organizations.listFacts': { may: members, params: ofOrganization },
  'organizations.streamFacts': { may: members, params: ofOrganization },
};

const rolesAndRegistration: Record<string, Row> = {
  'events.listRoles': { may: view, params: ofTrack },
  'events.assignRole': {
    may: organize,
    params: ofTrack,
    body: ({ member }) => ({ user_id: member.id, role: 'MENTOR' }),
  },
  'events.removeRole': {
    may: organize,
    params: ({ track, judge }) => ({ eventId: track.slug, userId: judge.id, role: 'JUDGE' }),
  },
  'events.listRoleInvites': { may: administer, params: ofHackathon },
  'events.createRoleInvites': {
    may: administer,
    params: ofHackathon,
    body: () => ({ email: 'invited@muster.test', role: 'JUDGE' }),
  },
  'events.withdrawRoleInvite': {
    may: administer,
    params: ({ hack, invite }) => ({ superEventId: hack.slug, id: invite }),
  },
  'events.getSetupStatus': { may: view, params: ofTrack },
  'events.openRegistration': { may: organize, params: ofTrack },
  'events.closeRegistration': { may: organize, params: ofTrack },
};

const registrations: Record<string, Row> = {
  'registrations.listOwn': { may: actors },
  'registrations.listForTrack': { may: staff, params: ofTrack },
  'registrations.listForSuperEvent': { may: staff, params: ({ hack }) => ({ superEventId: hack.id }) },
  'registrations.get': { may: [...members, 'ORGANIZER', 'registered'], params: ofPlace },
  'registrations.register': { may: actors, params: ofTrack },
  'registrations.apply': { may: actors, params: ({ hack }) => ({ slug: hack.slug }) },
  // Its owner may only while it is pending; here it is accepted.
  'registrations.updateAnswers': { may: organize, params: ofPlace, body: () => ({ answers_json: {} }) },
  'registrations.updateEvaluation': { may: organize, params: ofPlace, body: () => ({ evaluation_score: 1 }) },
  'registrations.updateStatus': { may: organize, params: ofPlace, body: () => ({ status: 'accepted' }) },
  'registrations.cancel': { may: [...organize, 'registered'], params: ofPlace },
  ...parents,
  'registrations.decide': {
    may: organize,
    params: ({ hack }) => ({ slug: hack.slug }),
    body: ({ place }) => ({ status: 'waitlisted', ids: [place.parent.id] }),
  },
  'registrations.undo': { may: organize, params: ({ decision }) => ({ id: decision }) },
  'registrations.forecast': { may: staff, params: ({ hack }) => ({ slug: hack.slug }) },
  'registrations.getFile': { may: [...staff, 'registered'], params: ({ file }) => ({ id: file }) },
};

const ofField = ({ field }: Scene) => ({ id: field });
const ofList = ({ acme }: Scene) => ({ orgId: acme.slug, name: 'schools' });
const ofPrize = ({ prize }: Scene) => ({ id: prize });
const events: Record<string, Row> = {
  'events.listHackathons': { may: actors },
  'events.getHackathon': { may: actors, params: ({ hack }) => ({ slug: hack.slug }) },
  'events.listSuperEvents': { may: actors, params: ({ acme }) => ({ orgSlug: acme.slug }) },
  'events.listTracks': { may: actors, params: ({ acme }) => ({ orgSlug: acme.id }) },
  'events.getSuperEvent': { may: actors, params: ({ hack }) => ({ slug: hack.slug }) },
  'events.updateSuperEvent': {
    may: administer,
    params: ({ hack }) => ({ id: hack.id }),
    body: () => ({ description: 'Two days' }),
  },
  'events.previewRetention': { may: administer, params: ({ hack }) => ({ slug: hack.slug }) },
  'events.deleteSuperEvent': { may: administer, params: ({ hack }) => ({ id: hack.id }) },
  // Everybody here comes with a key.
  'events.createSuperEvent': { may: [], params: ({ acme }) => ({ id: acme.id }), body: () => ({ name: 'More' }) },
  'events.createTrack': { may: [], params: ({ hack }) => ({ id: hack.slug }), body: () => ({ name: 'More' }) },
  'events.getTrack': { may: actors, params: ({ track }) => ({ slug: track.slug }) },
  'events.getStream': {
    may: view,
    params: ({ track }) => ({ slug: track.id }),
  },
  'events.updateTrack': { may: organize, params: ({ track }) => ({ id: track.id }), body: () => ({ mode: 'hybrid' }) },
  'events.deleteTrack': { may: organize, params: ({ track }) => ({ id: track.id }) },
  'events.listFields': { may: actors, params: ofHackathon },
  'events.listDeletedFields': { may: organize, params: ofHackathon },
  'events.addField': { may: administer, params: ofHackathon, body: () => ({ field_type: 'text', label: 'Why?' }) },
  'events.updateField': { may: administer, params: ofField, body: () => ({ label: 'Why not?' }) },
  'events.deleteField': { may: administer, params: ofField },
  'events.listLists': { may: administer, params: ofOrganization },
  'events.putList': { may: administer, params: ofList, body: () => ({ values: ['University of Mainz'] }) },
  'events.deleteList': { may: administer, params: ofList },
  'events.searchList': { may: actors, params: ({ hack }) => ({ slug: hack.slug, name: 'countries' }) },
  'events.listPrizes': { may: actors, params: ofHackathon },
  'events.addPrize': { may: administer, params: ofHackathon, body: () => ({ name: 'Best design' }) },
  'events.updatePrize': { may: administer, params: ofPrize, body: () => ({ sponsor: 'Globex' }) },
  'events.deletePrize': { may: administer, params: ofPrize },
};

const ofTeam = ({ hack, team }: Scene) => ({ id: hack.id, superEventId: hack.slug, teamId: team.id });
const ofMemberOfTeam = (scene: Scene) => ({ ...ofTeam(scene), userId: scene.registered.id });

const teams: Record<string, Row> = {
  'teams.listForTrack': { may: view, params: ofTrack },
  'teams.listForSuperEvent': { may: view, params: ofHackathon },
  'teams.get': { may: [...staff, 'registered'], params: ({ team }) => ({ id: team.id }) },
  'teams.count': { may: staff, params: ofTeam },
  'teams.countBuilders': { may: staff, params: ofTeam },
  'teams.listBuilders': { may: staff, params: ofTeam },
  'teams.getBuilder': { may: staff, params: ofMemberOfTeam },
  'teams.moveBuilder': {
    may: organize,
    params: ofMemberOfTeam,
    body: ({ track }) => ({ targetTrackId: track.id }),
  },
  'teams.listManaged': { may: staff, params: ofTeam },
  'teams.getManaged': { may: staff, params: ofTeam },
  'teams.listMembers': { may: staff, params: ofTeam },
  'teams.create': { may: organize, params: ofTeam, body: ({ track }) => ({ name: 'Comets', trackId: track.id }) },
  'teams.update': { may: organize, params: ofTeam },
  'teams.remove': { may: organize, params: ofTeam },
  'teams.numberTables': { may: organize, params: ofTrack },
  'teams.moveToTrack': { may: organize, params: ofTeam, body: ({ track }) => ({ targetTrackId: track.id }) },
  'teams.addMember': { may: organize, params: ofTeam, body: ({ registered }) => ({ userId: registered.id }) },
  'teams.removeMember': { may: organize, params: ofMemberOfTeam },
  'teams.transferLeadership': {
    may: organize,
    params: ofTeam,
    body: ({ registered }) => ({ newLeaderUserId: registered.id }),
  },
  'teams.listTeammates': { may: [...staff, 'registered'], params: ofTrack },
  'teams.submit': { may: [...organize, 'registered'], body: ({ team }) => ({ team_id: team.id, title: 'Bees' }) },
  'teams.getSubmission': { may: [...staff, 'registered'], params: ({ submission }) => ({ id: submission }) },
  'teams.listSubmissions': { may: staff, params: ofTrack },
  'teams.updateSubmission': { may: ['registered'], params: ({ submission }) => ({ id: submission }) },
};

export const matrix: Record<string, Row> = {
  ...identity,
  ...ownTeams,
  ...organizations,
  ...events,
  ...rolesAndRegistration,
  ...registrations,
  ...onboarding,
  ...checkIn,
  ...teams,
  ...judging,
  ...webhooks,
  ...mail,
  ...setup,
  ...tables,
  'gateway.root': { may: actors },
  'gateway.status': { may: actors },
  'gateway.document': { may: actors },
  'gateway.reference': { may: actors },
  'gateway.referenceScript': { may: actors },
  'gateway.referenceStyle': { may: actors },
  ...pages,
};

type Whereabouts = Stage & Pick<World, 'as' | 'url' | 'dataDir'>;

/** A hackathon with a judge and one registered person, checked in and in a team; its organization has a member. */
export async function stage(world: Whereabouts, acme: Scene['acme']) {
  const hack = await world.superEvent(acme);
  const track = await world.track(hack, { stream_url: 'https://example.org/live' });
  const registered = await world.person();
  const place = await world.registered(registered, track);
  const point = await world.point(track);
  const member = await world.member(acme, 'MEMBER');
  await world.registered(member, track);
  const team = await world.team(track, [registered, member]);
  const [handedIn] = await world.rows<{ id: string }>`
    insert into teams.submission (team_id, super_event_id, event_id, title, submitted_by)
    values (${team.id}, ${hack.id}, ${track.id}, 'Bees', ${registered.id}) returning id`;
  const organizer = world.as(await world.member(acme, 'OWNER'), acme);
  const judge = await world.person();
  await world.role(judge, track, 'JUDGE');
  const scan = await organizer.post(`/checkin-points/${point.id}/scan`, { token: place.token });
  const [row] = await world.rows<{ id: string }>`
    select id from check_in.record where registration_id = ${String(scan.body.data.registration_id)}`;
  const [question] = await world.rows<{ id: string }>`
    insert into events.registration_field (super_event_id, field_type, label) values (${hack.id}, 'text', 'Why?') returning id`;
  await world.rows`
    insert into events.registration_field (super_event_id, field_type, label, choices)
    values (${hack.id}, 'select', 'Country of residence', 'countries')`;
  await world.rows`
    insert into events.choice_list (organization_id, name) values (${acme.id}, 'schools') on conflict do nothing`;
  const [prize] = await world.rows<{ id: string }>`
    insert into events.prize (super_event_id, name) values (${hack.id}, 'Best design') returning id`;
  const [invite] = await world.rows<{ id: string }>`
    insert into events.role_invite (super_event_id, event_id, email, role, invited_by, token_hash)
    values (${hack.id}, ${track.id}, 'judy@muster.test', 'JUDGE', ${member.id},
            sha256(gen_random_uuid()::text::bytea)) returning id`;
  const [decision] = await world.rows<{ id: string }>`
    insert into registrations.decision (organization_id, super_event_id, user_id, status)
    values (${acme.id}, ${hack.id}, ${member.id}, 'accepted') returning id`;
  const [kiosk] = await world.rows<{ id: string }>`
    insert into identity.device (organization_id, super_event_id, kind, name)
    values (${acme.id}, ${hack.id}, 'kiosk', 'Door') returning id`;
  const ids = {
    device: kiosk?.id ?? '',
    checkin: row?.id ?? '',
    field: question?.id ?? '',
    prize: prize?.id ?? '',
    invite: invite?.id ?? '',
    decision: decision?.id ?? '',
    submission: handedIn?.id ?? '',
    file: await sentFile(world, registered, track, place),
    key: parseKey(await world.keyOf(member, acme))?.public_id ?? '',
    jury: await judged(new Jury(world, track), organizer, judge, team),
    hook: await hooked(world, acme),
    announced: await announced(world, hack, registered),
    job: await brokenOff(world, acme),
    brought: await broughtIn(world, hack),
  };
  return { scene: { acme, hack, track, place, point, member, judge, registered, team, ...ids }, registered };
}

async function sentFile(world: Whereabouts, { id }: Person, track: Track, place: Place): Promise<string> {
  const key = randomUUID();
  const directory = join(world.dataDir, 'files');
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, key), 'x');
  const [file] = await world.rows<{ id: string }>`
    insert into registrations.file (organization_id, super_event_id, event_id, user_id, field_id, key, filename, size,
                                    content_type, sha256, claimed_by)
    values (${track.organization_id}, ${track.super_event_id}, ${track.id}, ${id}, ${randomUUID()}, ${key}, 'cv.txt', 1,
            'text/plain', '', ${place.id}) returning id`;
  return file?.id ?? '';
}

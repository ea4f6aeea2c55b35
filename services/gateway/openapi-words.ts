/** The prose of the API document: its sections, and the description of each endpoint with who may call it. */
import { needsSession, type Ability, type Contract, type Endpoint } from '../../shared/contract/endpoint.ts';
import { creation } from '../../shared/contract/events/creation.ts';
import { registrationFields } from '../../shared/contract/events/registration-fields.ts';
import { registrationSwitch } from '../../shared/contract/events/registration-switch.ts';
import { roleInvites } from '../../shared/contract/events/role-invites.ts';
import { roles } from '../../shared/contract/events/roles.ts';
import { superEvents } from '../../shared/contract/events/super-events.ts';
import { tracks } from '../../shared/contract/events/tracks.ts';
import { contracts } from '../../shared/contract/index.ts';
import { devices } from '../../shared/contract/devices.ts';
import { keys } from '../../shared/contract/keys.ts';
import { sessions } from '../../shared/contract/sessions.ts';

interface Section {
  readonly name: string;
  readonly description: string;
  readonly of: readonly Contract[];
}

const { manifest, board, ...checkIn } = contracts['check-in'];
const { submitScore, updateScore, submitAssignment, declineAssignment, ...judging } = contracts.judging;
const { listAudit, listFacts, streamFacts, ...organizations } = contracts.organizations;

/** In the order in which somebody who organizes a hackathon needs them. */
export const sections: readonly Section[] = [
  {
    name: 'Organizations',
    description: 'Who runs hackathons: organizations, their members, and what each member may do.',
    of: [organizations],
  },
  {
    name: 'Super events',
    description: 'Hackathons, with what they ask of people who register, and the invitations of mentors and judges.',
    of: [superEvents, registrationFields, roleInvites],
  },
  {
    name: 'Tracks',
    description: 'The tracks of a hackathon (`events`), who holds which role there, and whether registration is open.',
    of: [tracks, roles, registrationSwitch],
  },
  {
    name: 'For the dashboard, with a session',
    description:
      'Making hackathons and tracks, which owners and admins do signed in. An API key changes what is there and makes neither (403 `SESSION_REQUIRED`).',
    of: [creation],
  },
  {
    name: 'Registrations',
    description:
      'People apply to a hackathon, then register on its tracks. Organizers decide; whoever is accepted is checked in with the token of the registration.',
    of: [contracts.registrations],
  },
  {
    name: 'Onboarding',
    description: 'Organizers bring people in by their email address; those without an account are invited.',
    of: [contracts.onboarding],
  },
  {
    name: 'Teams',
    description: 'Teams, their members and leaders, moves between tracks, and what teams hand in.',
    of: [contracts.teams],
  },
  {
    name: 'Check-in',
    description: 'Kiosks scan tokens at points and record who came, one scan at a time or a queue of them.',
    of: [checkIn],
  },
  {
    name: 'Devices',
    description:
      "Kiosks and boards. A code pairs each once with a key of its own, which may what its work needs and is nobody's.",
    of: [devices, { manifest, board }],
  },
  {
    name: 'Judging',
    description: 'Criteria, who judges which team, scores, and the ranking that follows from them.',
    of: [judging],
  },
  {
    name: 'For judges, with a session',
    description:
      'Giving scores and handing them in, which judges do signed in. An API key does neither (403 `SESSION_REQUIRED`).',
    of: [{ submitScore, updateScore, submitAssignment, declineAssignment }],
  },
  {
    name: 'Webhooks',
    description:
      'Addresses of an organization that are told its facts as they happen, and what became of each delivery.',
    of: [contracts.webhooks],
  },
  {
    name: 'Event files',
    description:
      'A whole hackathon as one file in YAML or JSON: what applying it would change, applying it, and writing it down.',
    of: [contracts.setup],
  },
  {
    name: 'Sessions',
    description:
      'Signing up, signing in and out, and passwords. A session acts for a person in all their organizations.',
    of: [sessions],
  },
  {
    name: 'API keys',
    description: 'Keys that act for one person in one organization, and whose text is shown once.',
    of: [keys],
  },
  {
    name: 'Audit',
    description: 'The record of everything that was changed in an organization.',
    of: [{ listAudit }],
  },
  {
    name: 'Facts',
    description: 'What happened in an organization, for other programs: as a list to be read on, and as a stream.',
    of: [{ listFacts, streamFacts }],
  },
  {
    name: 'Status',
    description: 'The service itself: whether it runs, where everything is, and this document.',
    of: [contracts.gateway],
  },
];

/** Returns the section in which an endpoint is listed. */
export function sectionOf(endpoint: Endpoint): string {
  const section = sections.find(({ of }) =>
    of.some((contract) => Object.values<Endpoint>(contract).includes(endpoint)),
  );
  if (!section) throw new TypeError(`No section of the API document has "${endpoint.summary}".`);
  return section.name;
}

/** Who has each ability, as decided in `shared/kit/access.ts`. */
const who: Readonly<Record<Ability, string>> = {
  know: 'everybody who is known here',
  read: 'staff and, unless it is a draft or private, everybody who is known here',
  apply: 'everybody who is known here; where it is private, those who take part',
  owner: 'the person it belongs to',
  member: 'members of the organization',
  view: 'members of the organization and those who take part in the hackathon',
  staff: 'members of the organization, organizers, mentors and judges',
  judge: 'judges of the track, each for what is theirs',
  organize: 'organizers, and owners and admins of the organization',
  administer: 'owners and admins of the organization',
};

function audience({ access, devices }: Endpoint): string {
  if (access === 'public') return 'For everybody; no key is needed.';
  if (access === 'device') return `For the key of a device (${devices?.join(', ')}) alone.`;
  if (access === 'anyone') return 'For everybody; with a session, for whoever it belongs to.';
  if (typeof access !== 'object')
    return `For everybody with ${needsSession(access) ? 'a session' : 'a key or a session'}${devices ? `, devices (${devices.join(', ')}) included` : ''}.`;
  const those = access.abilities.map((ability) => who[ability]).join('; or ');
  const besides = devices ? ` And for the key of a device of the hackathon (${devices.join(', ')}).` : '';
  return `For ${those}.${besides}${needsSession(access) ? ' It takes a session: a key is not enough.' : ''}`;
}

const newSecrets =
  'The answer carries secrets and is not kept: repeating the request with its `Idempotency-Key` makes new ones.';
const sealedAnswer =
  'The answer carries a secret. It is kept for a repeated request in a form that only its `Idempotency-Key` opens, so choose one that nobody can guess.';

const cookieWords: Readonly<Record<NonNullable<Endpoint['cookie']>, string>> = {
  opens:
    'With `cookie: true`, for pages of this service, the refresh token is set as a cookie (`HttpOnly`, `SameSite=Strict`, for `/auth` alone) and left out of the body.',
  renews:
    'With `cookie: true` the refresh token is read from the cookie and its successor set as one, and left out of the body.',
  ends: 'A cookie with a refresh token is removed.',
};

export function descriptionOf(endpoint: Endpoint): string {
  const { note, whole, uploads, secret, cookie, maxBody, deadline, job, addition } = endpoint;
  return [
    audience(endpoint),
    note,
    whole &&
      'The list is answered whole. With `limit` it comes in pages, and the header `Link` says where the next one is.',
    uploads &&
      'Files come along in a form (`multipart/form-data`), each named `file_` and the id of its registration field.',
    secret && (endpoint.unit === 'write' || job ? sealedAnswer : newSecrets),
    cookie && cookieWords[cookie],
    maxBody && `A body may have ${maxBody} bytes.`,
    deadline && !job && `It is answered or refused within ${deadline / 1_000} seconds.`,
    deadline &&
      job &&
      `After 8 seconds it goes on without being waited for: 202, and \`Location\` says where to ask for it. It ends within ${deadline / 1_000} seconds.`,
    addition && 'An addition of this product.',
  ]
    .filter(Boolean)
    .join(' ');
}

/** The prose of the API document: its sections, and the description of each endpoint with who may call it. */
import { audienceOf } from '../../shared/contract/standard-concerns.ts';
import type { Contract, Endpoint } from '../../shared/contract/endpoint.ts';
import { registrationSwitch, tracks } from '../../shared/contract/events/tracks.ts';
import { lists, registrationFields } from '../../shared/contract/events/registration-form.ts';
import { prizes } from '../../shared/contract/events/prizes.ts';
import { publicReads, superEvents } from '../../shared/contract/events/super-events.ts';
import { roleInvites, roles } from '../../shared/contract/events/roles.ts';
import { contracts } from '../../shared/contract/index.ts';
import { account } from '../../shared/contract/account.ts';
import { privacy } from '../../shared/contract/privacy.ts';
import { devices } from '../../shared/contract/devices.ts';
import { keys } from '../../shared/contract/keys.ts';
import { passkeys } from '../../shared/contract/passkeys.ts';
import { secondFactor } from '../../shared/contract/second-factor.ts';
import { signInBy } from '../../shared/contract/sign-in-by.ts';
import { sessions } from '../../shared/contract/sessions.ts';

interface Section {
  readonly name: string;
  readonly description: string;
  readonly of: readonly Contract[];
}

const { createSuperEvent, ...ownSuperEvents } = superEvents;
const { createTrack, ...ownTracks } = tracks;
const { searchList, ...ownLists } = lists;
const { listProjects, ...teams } = contracts.teams;
const { manifest, board, ...checkIn } = contracts['check-in'];
const { submitScore, updateScore, submitAssignment, declineAssignment, ...judging } = contracts.judging;
const { beginPasskeySignIn, signInByPasskey, ...ownPasskeys } = passkeys;
const { completeSignIn, ...ownSecondFactor } = secondFactor;
const { listAudit, listFacts, streamFacts, ...organizations } = contracts.organizations;

/** In the order in which somebody who organizes a hackathon needs them. */
export const sections: readonly Section[] = [
  {
    name: 'Organizations',
    description: 'Who runs hackathons: organizations, their members, and what each member may do.',
    of: [organizations],
  },
  {
    name: 'For everybody',
    description:
      'What anybody may read of hackathons, without an account: which are coming, all it takes to apply, and what teams made.',
    of: [publicReads, { searchList, listProjects }],
  },
  {
    name: 'Super events',
    description:
      'Hackathons, with what they ask of people who register, the long lists that these choose from, what can be won, and the invitations of mentors and judges.',
    of: [ownSuperEvents, registrationFields, ownLists, prizes, roleInvites],
  },
  {
    name: 'Tracks',
    description: 'The tracks of a hackathon (`events`), who holds which role there, and whether registration is open.',
    of: [ownTracks, roles, registrationSwitch],
  },
  {
    name: 'For the dashboard, with a session',
    description:
      'Making hackathons and tracks, which owners and admins do signed in. An API key changes what is there and makes neither (403 `SESSION_REQUIRED`).',
    of: [{ createSuperEvent, createTrack }],
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
    of: [teams],
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
    name: 'Announcements',
    description:
      'Emails to the people of a hackathon, or some of them, written by its organizers; and the links by which those want no more.',
    of: [contracts.mail],
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
    of: [sessions, signInBy, { completeSignIn, beginPasskeySignIn, signInByPasskey }],
  },
  {
    name: 'Own account',
    description:
      "Changing one's own name, address and language, ending one's own sessions, and adding a second factor or passkeys to sign in with.",
    of: [account, ownSecondFactor, ownPasskeys],
  },
  {
    name: 'Privacy',
    description: 'Everything that is stored of a person: reading it, and erasing it from everywhere.',
    of: [privacy],
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

/** Describes an endpoint: who may call it, and a sentence of each of its concerns. */
export function descriptionOf(endpoint: Endpoint): string {
  const { note, addition, with: concerns } = endpoint;
  const sentences = concerns.map(({ sentence }) => (typeof sentence === 'function' ? sentence(endpoint) : sentence));
  const product = addition && 'An addition of this product.';
  return [audienceOf(endpoint), note, ...sentences, product].filter(Boolean).join(' ');
}

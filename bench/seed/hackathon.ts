/** Generates a realistic hackathon of any size as an event file; the same seed always gives the same one. */
import type { EventFile } from '../../event-file/read.ts';
import { applicantOf, chanceFrom, formTeams, participantOf, questions } from './crowd.ts';

type SuperEvent = EventFile['super_events'][number];

const dates = { start_at: '2027-06-12T08:00:00.000Z', end_at: '2027-06-13T16:00:00.000Z', tz: 'Europe/Berlin' };
/** Ten years, so that scans can be tried at any time. */
const window = { opens_at: '2026-01-01T00:00:00.000Z', closes_at: '2036-01-01T00:00:00.000Z' };
/** The criteria of every track. */
const criteria = [
  { name: 'Impact', description: 'Whom it helps, and how much', weight: 0.4, order_index: 0 },
  { name: 'Craft', description: 'How well it is made, and whether it runs', weight: 0.35, order_index: 1 },
  { name: 'Pitch', description: 'How well it is shown', weight: 0.25, order_index: 2 },
];
const topics = { ai: 'AI', climate: 'Climate', health: 'Health', mobility: 'Mobility', 'open-data': 'Open Data' };

/** The people who run it. */
export const staff = (seed: number) => {
  const at = (name: string) => `${name}@seed-${seed}.example`;
  return { owner: at('owner'), desk: at('desk'), organizer: at('organizer'), judge: at('judge') };
};

interface Size {
  readonly participants: number;
  /** People who applied and wait for a decision, with more answers. */
  readonly applications?: number;
  readonly seed: number;
}

/** Generates the event file of a hackathon of this size. */
export function hackathonOf(size: Size): EventFile {
  const { seed } = size;
  const { owner, desk, organizer, judge } = staff(seed);
  return {
    version: 1,
    organization: {
      slug: `seed-${seed}`,
      name: `Seed ${seed}`,
      members: [
        { email: owner, name: 'Olga Owner', role: 'OWNER' },
        { email: desk, name: 'Dörte Desk', role: 'MEMBER' },
      ],
      lists: [],
    },
    users: [
      { email: organizer, name: 'Oskar Organizer', onboarded: true },
      { email: judge, name: 'Judy Judge', onboarded: true },
    ],
    super_events: [superEventOf(size)],
    api_keys: [],
    webhooks: [],
  };
}

function superEventOf({ participants: size, applications = 0, seed }: Size): SuperEvent {
  const chance = chanceFrom(seed);
  const tracks = Object.keys(topics);
  const participants = Array.from({ length: size }, (_, index) => participantOf(index, { seed, tracks, chance }));
  const applicants = Array.from({ length: applications }, (_, index) => applicantOf(index, { seed, tracks, chance }));
  return {
    slug: 'seed-hack',
    name: 'Seed Hack',
    ...dates,
    status: 'final',
    visibility: 'public',
    payment_status: 'paid',
    format: 'hybrid',
    prizes: [],
    registration_fields: [
      { key: 'diet', field_type: 'select', label: 'Diet', options: ['none', 'vegetarian', 'vegan', 'halal'] },
      { key: 'size', field_type: 'radio', label: 'T-shirt', options: ['S', 'M', 'L', 'XL'], order_index: 1 },
      ...(applications > 0 ? questions : []),
    ],
    tracks: Object.entries(topics).map(([slug, name]) => trackOf(slug, name, seed)),
    devices: [],
    checkin_points: [pointOf('badge-desk', 'Badge desk', 'doorkeeper'), pointOf('lunch', 'Lunch', 'attendance')],
    participants: [...participants, ...applicants],
    teams: formTeams(participants, { tracks, chance }),
  };
}

function trackOf(slug: string, name: string, seed: number): SuperEvent['tracks'][number] {
  const { organizer, judge } = staff(seed);
  return {
    slug,
    name,
    ...dates,
    status: 'final',
    mode: 'hybrid',
    registration: 'open',
    roles: [
      { email: organizer, role: 'ORGANIZER' },
      { email: judge, role: 'JUDGE' },
    ],
    criteria,
    checkin_points: [pointOf('door', `${name} door`, 'attendance')],
  };
}

const pointOf = (key: string, name: string, type: 'attendance' | 'doorkeeper') => ({
  key,
  name,
  type,
  ...window,
  milestone_requirements: [],
});

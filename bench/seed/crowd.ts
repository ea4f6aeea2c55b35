/** Generates many people with their answers and teams. */
import type { EventFile } from '../../event-file/read.ts';

export interface Chance {
  /** Returns a number from 0 up to but excluding 1. */
  next(): number;
  pick<Item>(items: readonly Item[]): Item;
  happens(probability: number): boolean;
}

/** Returns a reproducible generator (mulberry32): the same seed gives the same numbers everywhere. */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    pick: <Item>(items: readonly Item[]) => items[Math.floor(next() * items.length)] as Item,
    happens: (probability) => next() < probability,
  };
}

type SuperEvent = EventFile['super_events'][number];
type Participant = SuperEvent['participants'][number];
type Team = SuperEvent['teams'][number];
interface Setting {
  readonly tracks: readonly string[];
  readonly chance: Chance;
}

const diets = ['none', 'none', 'none', 'vegetarian', 'vegetarian', 'vegan', 'halal'];
const sizes = ['S', 'M', 'M', 'L', 'L', 'XL'];
/** The distribution of final statuses; most people are accepted. */
const statuses = [
  ...Array<'accepted'>(14).fill('accepted'),
  ...(['pending', 'pending', 'pending', 'waitlisted', 'rejected', 'cancelled'] as const),
];
/** The share of people with a second track. */
const secondTrack = 0.1;
const teamed = 0.8;

/** Invents somebody. The number in the address distinguishes people of the same name. */
function personOf(number: string, { seed, chance }: Drawing) {
  const [first, last] = [chance.pick(firstNames), chance.pick(lastNames)];
  return { email: `${plain(first)}.${plain(last)}.${number}@seed-${seed}.example`, name: `${first} ${last}` };
}

type Drawing = Setting & { readonly seed: number };

const tracksOf = ({ tracks, chance }: Setting) => [
  ...new Set([chance.pick(tracks), ...(chance.happens(secondTrack) ? [chance.pick(tracks)] : [])]),
];

/** Generates one participant. */
export function participantOf(index: number, drawing: Drawing): Participant {
  const { chance } = drawing;
  const person = personOf(String(index + 1), drawing);
  const status = chance.pick(statuses);
  const chosen = tracksOf(drawing);
  const answers = { diet: chance.pick(diets), size: chance.pick(sizes) };
  const isScored = chance.happens(0.3);
  const score = isScored ? { evaluation_score: Math.round(chance.next() * 20) / 2 } : {};
  return {
    ...person,
    status,
    answers,
    registrations: chosen.map((track) => ({ track, status, ...score })),
  };
}

/** The questions of a form that people apply with. */
export const questions = [
  { key: 'why', field_type: 'textarea' as const, label: 'Why would you like to come?' },
  { key: 'school', field_type: 'text' as const, label: 'School or university' },
  {
    key: 'level',
    field_type: 'select' as const,
    label: 'Level of study',
    options: ['School', 'Undergraduate', 'Graduate', 'Working'],
  },
  {
    key: 'skills',
    field_type: 'multiselect' as const,
    label: 'Skills',
    options: ['Design', 'Web', 'Mobile', 'Data', 'Hardware', 'Pitching'],
  },
  { key: 'first', field_type: 'checkbox' as const, label: 'It is my first hackathon' },
].map((question, index) => ({ ...question, order_index: index + 2 }));

const [, , { options: levels = [] } = {}, { options: skills = [] } = {}] = questions;

/** Generates somebody who applied and waits for a decision. */
export function applicantOf(index: number, drawing: Drawing): Participant {
  const { chance } = drawing;
  const person = personOf(`a${index + 1}`, drawing);
  const answers = {
    diet: chance.pick(diets),
    size: chance.pick(sizes),
    why: `${chance.pick(reasons)} ${chance.pick(plans)}`,
    school: chance.pick(schools),
    level: chance.pick(levels),
    skills: skills.filter(() => chance.happens(0.35)),
    first: chance.happens(0.4),
  };
  const registrations = tracksOf(drawing).map((track) => ({ track, status: 'pending' as const }));
  return { ...person, status: 'pending', answers, registrations };
}

const letters: Record<string, string> = { ø: 'o', ş: 's', ı: 'i', ł: 'l' };
const plain = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[øşıł]/g, (letter) => letters[letter] ?? '')
    .replace(/[^a-z]/g, '');

/** Forms teams of two to four people on the first track of each. */
export function formTeams(participants: readonly Participant[], { tracks, chance }: Setting): Team[] {
  return tracks.flatMap((track) => {
    const here = participants.filter(
      ({ status, registrations: [first] }) => status === 'accepted' && first?.track === track && chance.happens(teamed),
    );
    const teams: Team[] = [];
    for (let start = 0; start < here.length; start += teams.at(-1)?.members.length ?? 1) {
      const members = here.slice(start, start + chance.pick([2, 3, 4, 4]));
      teams.push({
        track,
        name: `${chance.pick(teamAdjectives)} ${chance.pick(teamNouns)} ${teams.length + 1}`,
        is_open: members.length < 4,
        members: members.map(({ email }, position) => ({ email, role: position === 0 ? 'LEADER' : 'MEMBER' })),
      });
    }
    return teams;
  });
}

/** Invented names from many places. */
const firstNames = [
  ...['Ada', 'Aiko', 'Amara', 'Anders', 'Aoife', 'Ayşe', 'Bence', 'Björn', 'Camille', 'Chidi', 'Chloé', 'Dario'],
  ...['Dilan', 'Elif', 'Emeka', 'Esra', 'Fatima', 'Felix', 'Freya', 'Gaël', 'Giulia', 'Hanna', 'Haruto', 'Ibrahim'],
  ...['Imani', 'Inés', 'Ioana', 'Jakub', 'Jana', 'João', 'Jonas', 'Kaisa', 'Karim', 'Lena', 'Liam', 'Lucía'],
  ...['Maja', 'Marek', 'Mateo', 'Mei', 'Mila', 'Nadia', 'Naveen', 'Nils', 'Noor', 'Olga', 'Oskar', 'Priya'],
  ...['Rafael', 'Renée', 'Rosa', 'Samir', 'Saoirse', 'Søren', 'Tomáš', 'Tuva', 'Uma', 'Viktor', 'Yara', 'Zoë'],
];

const lastNames = [
  ...['Adeyemi', 'Andersen', 'Bauer', 'Bianchi', 'Böhm', 'Brennan', 'Carvalho', 'Castro', 'Chen', 'Çelik'],
  ...['Dąbrowski', 'Diallo', 'Dubois', 'Dvořák', 'Eriksson', 'Esposito', 'Farkas', 'Fernández', 'Fischer', 'Gallagher'],
  ...['García', 'Georgiou', 'Haddad', 'Hansen', 'Horvat', 'Ibáñez', 'Ivanova', 'Jansen', 'Johansson', 'Kaya'],
  ...['Keller', 'Kim', 'Kowalczyk', 'Kumar', 'Laine', 'Lefèvre', 'López', 'Marković', 'Martins', 'Mensah'],
  ...['Moreau', 'Murphy', 'Nagy', 'Nguyễn', 'Novák', 'Okafor', 'Oliveira', 'Petrov', 'Popescu', 'Rossi'],
  ...['Sánchez', 'Sato', 'Schröder', 'Silva', 'Šimić', 'Tanaka', 'van Dijk', 'Virtanen', 'Wójcik', 'Yılmaz'],
];

const teamAdjectives = [
  ...['Analog', 'Brave', 'Copper', 'Early', 'Electric', 'Foggy', 'Golden', 'Hidden', 'Lucky', 'Northern'],
  ...['Paper', 'Quiet', 'Restless', 'Salty', 'Tiny', 'Velvet'],
];
const teamNouns = [
  ...['Acorns', 'Badgers', 'Comets', 'Foxes', 'Glaciers', 'Kites', 'Lanterns', 'Magnets', 'Otters', 'Penguins'],
  ...['Pixels', 'Rivers', 'Robots', 'Signals', 'Tides', 'Walruses'],
];

const reasons = [
  'I have never built anything with other people in one night, and I would like to know how that goes.',
  'My brother came last year and has talked of nothing else since.',
  'I write firmware at work and miss making something that I may finish.',
  'We learn a lot of theory, and I want to see whether it holds.',
  'I moved here in autumn and know nobody yet who codes.',
  'Two of my friends have a place, and we have worked together before.',
];
const plans = [
  'I would bring a soil sensor that needs a use.',
  'I would like to help with design, whatever the idea is.',
  'My plan is a map of the places where one can borrow a wheelchair.',
  'I have no idea yet, and that is fine with me.',
  'I want to try whether speech recognition works for people who stutter.',
  'Last time we came fourth; I know now what we did wrong.',
];
const schools = [
  ...['Technical College North', 'University of the Coast', 'Grammar School No. 7', 'Institute of Applied Arts'],
  ...['Polytechnic on the River', 'Open University', 'City College', 'School of Engineering'],
];

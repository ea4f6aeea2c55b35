/** The text that the demo shows when it is ready; fits a terminal of 80 columns. */
import type { Trials } from './demo-trials.ts';
import type { Paint } from './output.ts';
import type { SignIn } from './trial-access.ts';

interface Demo {
  readonly api: string;
  readonly admin: string;
  readonly dataDir: string;
  /** Keys by role. */
  readonly keys: ReadonlyMap<string, string>;
  readonly trials: Trials | undefined;
  /** By role. */
  readonly signIns: ReadonlyMap<string, SignIn>;
}
type Line = readonly [name: string, value: string];

const inside = 74;
const nameWidth = 13;

/** The command is outside the box and on one line, so that it can be copied. */
export function welcome({ api, admin, dataDir, keys, trials, signIns }: Demo, paint: Paint): string {
  const row = ([name, value]: Line) => {
    const rest = ' '.repeat(Math.max(0, inside - nameWidth - value.length));
    return `${border('│')}  ${paint('dim', name.padEnd(nameWidth))}${value}${rest}  ${border('│')}`;
  };
  const title = (text: string) => `${border('│')}  ${paint('bold', text.padEnd(inside))}  ${border('│')}`;
  const border = (text: string) => paint('cyan', text);
  const edge = '─'.repeat(inside + 4);
  const empty = row(['', '']);
  return [
    border(`╭${edge}╮`),
    title('muster is running, and Spring Hack of Nordlicht Hacks is in it'),
    empty,
    ...pagesOf(api).map(row),
    empty,
    ...addressesOf({ api, admin }).map(row),
    empty,
    title('One person per role, to sign in with until the next start. Two at once'),
    title('need a private window: a browser keeps one person signed in.'),
    empty,
    ...whoSignsIn(signIns).map(row),
    empty,
    title('One key per role, for the header X-Api-Key, until the next start'),
    empty,
    ...[...keys].map(row),
    ...trialsOf(trials).flatMap(([heading, ...lines]) => [empty, title(heading), empty, ...lines.map(row)]),
    border(`╰${edge}╯`),
    '',
    'Paste into another terminal, to read and to scan:',
    '',
    ...[reading({ api, keys }), ...scanning({ api, keys, trials })].flatMap((line) => [paint('green', line), '']),
    paint('dim', `Ctrl+C stops it. Your changes stay in ${dataDir}; delete it to start over.`),
  ].join('\n');
}

/** Pages, and the person whom each is for. */
function pagesOf(api: string): Line[] {
  const pages = [
    ['Apply', '/apply/spring-hack', 'a new guest'],
    ['Mailbox', '/demo/mail', 'every email'],
    ['Desk', '/desk', 'owner, organizer'],
    ['Judging', '/judge', 'judge'],
    ['Ticket', '/me', 'participant'],
    ['Door', '/kiosk', 'pair it at Desk'],
    ['Projects', '/projects/spring-hack', 'everybody'],
  ] as const;
  const widest = Math.max(...pages.map(([, path]) => path.length));
  return pages.map(([name, path, person]) => [name, `${api}${path.padEnd(widest)}  ${person}`]);
}

const addressesOf = ({ api, admin }: Pick<Demo, 'api' | 'admin'>): Line[] => [
  ['API', api],
  ['Status', `${api}/status`],
  ['Reference', `${api}/reference`],
  ['OpenAPI', `${api}/openapi.json`],
  ['Admin', `${admin}/ready, /live, /metrics`],
];

const reading = ({ api, keys }: Pick<Demo, 'api' | 'keys'>) =>
  `curl -H "X-Api-Key: ${keys.get('organizer')}" ${api}/super-events/spring-hack`;

/** Nothing if the point or the token no longer exists. */
function scanning({ api, keys, trials }: Pick<Demo, 'api' | 'keys' | 'trials'>): string[] {
  const { point, token } = trials ?? {};
  if (!point || !token) return [];
  const as = `-H "X-Api-Key: ${keys.get('kiosk')}" -H "Content-Type: application/json"`;
  return [`curl ${as} -d '{ "token": "${token}" }' ${api}/checkin-points/${point}/scan`];
}

/** Addresses and passwords, one below the other. */
function whoSignsIn(signIns: Demo['signIns']): Line[] {
  const widest = Math.max(0, ...[...signIns.values()].map(({ email }) => email.length));
  return [...signIns].map(([role, { email, password }]) => [role, `${email.padEnd(widest)}  ${password}`]);
}

/** The sections of things to try; what no longer exists is left out. */
function trialsOf(trials: Trials | undefined): [string, ...Line[]][] {
  const { point, token, assignment } = trials ?? {};
  const scanning: [string, ...Line[]] = [
    "To scan: POST /checkin-points/POINT/scan with the kiosk's key",
    ['Point', point ?? ''],
    ['Token', token ?? ''],
  ];
  const judging: [string, ...Line[]] = [
    'To judge: a session of the judge, then POST /assignments/ASSIGNMENT/scores',
    ['Assignment', assignment ?? ''],
  ];
  return [...(point && token ? [scanning] : []), ...(assignment ? [judging] : [])];
}

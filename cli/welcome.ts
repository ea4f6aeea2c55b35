/** What the demo shows when it is ready; fits a terminal of 80 columns. */
import type { Paint } from './output.ts';

interface Demo {
  readonly api: string;
  readonly admin: string;
  readonly dataDir: string;
  /** By role. */
  readonly keys: ReadonlyMap<string, string>;
}
type Line = readonly [name: string, value: string];

const inside = 74;
const nameWidth = 13;

/** The command stands outside the box, on one line, so that it can be pasted. */
export function welcome({ api, admin, dataDir, keys }: Demo, paint: Paint): string {
  const row = ([name, value]: Line) => {
    const rest = ' '.repeat(Math.max(0, inside - nameWidth - value.length));
    return `${border('│')}  ${paint('dim', name.padEnd(nameWidth))}${value}${rest}  ${border('│')}`;
  };
  const title = (text: string) => `${border('│')}  ${paint('bold', text.padEnd(inside))}  ${border('│')}`;
  const border = (text: string) => paint('cyan', text);
  const edge = '─'.repeat(inside + 4);
  const empty = row(['', '']);
  const addresses: Line[] = [
    ['API', api],
    ['Status', `${api}/status`],
    ['OpenAPI', `${api}/openapi.json`],
    ['Admin', `${admin}/ready, /live, /metrics`],
  ];
  return [
    border(`╭${edge}╮`),
    title('muster is running, and Spring Hack of Nordlicht Hacks is in it'),
    empty,
    ...addresses.map(row),
    empty,
    title('One key per role, for the header X-Api-Key, until the next start'),
    empty,
    ...[...keys].map(row),
    border(`╰${edge}╯`),
    '',
    'Paste this into another terminal:',
    '',
    paint('green', `curl -H "X-Api-Key: ${keys.get('organizer')}" ${api}/super-events/spring-hack`),
    '',
    paint('dim', `Ctrl+C stops it. What you do stays in ${dataDir}.`),
  ].join('\n');
}

/** Small event files, and rows of mistakes in them. */
import { expect, it } from '@jest/globals';
import { checkEventFile, type EventFile, type Problem } from '../../../event-file/read.ts';

export const organization =
  'organization: { slug: acme, name: Acme Hacks, members: [{ email: ola@acme.test, name: Ola, role: OWNER }] }';
/** Everything a file needs before the part a test is about. */
export const head = `version: 1\n${organization}\n`;
/** The same, into one super event with one track; what follows is indented by four. */
export const event = `${head}super_events:
  - slug: hack
    name: Hack
    start_at: 2027-03-06T09:00
    end_at: 2027-03-07T17:00
    tz: Europe/Berlin
    max_participants: 2
    registration_fields:
      - { key: diet, field_type: select, label: Diet, options: [none, vegan], is_required: true }
      - { key: born, field_type: date, label: Born }
    tracks:
      - { slug: ai, name: AI, config_json: { max_team_size: 2 } }
      - { slug: web, name: Web }
`;
export function read(text: string, env: NodeJS.ProcessEnv = {}): EventFile {
  const reading = checkEventFile('event.yaml', text, env);
  if ('problems' in reading) throw new Error(JSON.stringify(reading.problems, undefined, 2));
  return reading.file;
}

export function problemsOf(text: string, env: NodeJS.ProcessEnv = {}): Problem[] {
  const reading = checkEventFile('event.yaml', text, env);
  return 'problems' in reading ? reading.problems : [];
}

/** A text whose one mistake starts at the mark: the text without it, and where it was. */
function marked(text: string) {
  const before = text.slice(0, text.indexOf('¶')).split('\n');
  return { text: text.replace('¶', ''), at: `${before.length}:${(before.at(-1) ?? '').length + 1}` };
}

type Row = [situation: string, text: string, message: string];

/** One test per row: the problem is the only one, and starts at the mark. */
export function oneProblemEach(rows: Row[]) {
  it.each(rows)('%s', (_situation, written, message) => {
    const { text, at } = marked(written);
    const found = problemsOf(text).map((problem) => [`${problem.line}:${problem.column}`, problem.message]);
    expect(found).toEqual([[at, message]]);
  });
}

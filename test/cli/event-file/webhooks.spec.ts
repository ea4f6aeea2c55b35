import { describe, expect, it } from '@jest/globals';
import { newSecret } from '../../../services/webhooks/signature.ts';
import { event, head, oneProblemEach, problemsOf, read } from './mistakes.ts';

const secret = newSecret();
const hall = { key: 'hall', url: 'https://hall.example.org/hook', types: '[team.created]', secret };
/** Without what is undefined. */
const webhooks = (
  before: string,
  ...entries: Partial<Record<keyof typeof hall | 'super_event' | 'more', string>>[]
) => {
  const lines = entries.map((entry) => {
    const members = Object.entries({ ...hall, ...entry }).filter(([, value]) => value !== undefined);
    return `  - { ${members.map(([name, value]) => `${name}: ${value}`).join(', ')} }\n`;
  });
  return `${before}webhooks:\n${lines.join('')}`;
};

describe('Webhooks', () => {
  const is = (what: string) => `webhooks[0].url ${what}.`;
  oneProblemEach([
    [
      'a text that is no address',
      webhooks(head, { url: '¶hall' }),
      is('must be a whole address, such as https://hall.example.org/hook'),
    ],
    [
      'an address without encryption',
      webhooks(head, { url: '¶http://hall.example.org/' }),
      is('must begin with https://'),
    ],
    [
      'a user in an address',
      webhooks(head, { url: '¶https://ola@hall.example.org/' }),
      is('must have neither user nor password'),
    ],
    [
      'a port for something else',
      webhooks(head, { url: '¶https://hall.example.org:25/' }),
      is('must be at port 443 or above 1023'),
    ],
    [
      'a private address',
      webhooks(head, { url: '¶https://10.0.0.1/' }),
      is('must not lead to a private or local address'),
    ],
    ['no key', webhooks(head, { key: undefined }).replace('- {', '- ¶{'), 'webhooks[0].key is required.'],
    ['no secret', webhooks(head, { secret: undefined }).replace('- {', '- ¶{'), 'webhooks[0].secret is required.'],
    [
      'a secret that is none',
      webhooks(head, { secret: '¶sesame' }),
      'webhooks[0].secret must be whsec_ and 24 to 64 bytes in base64, as openssl rand -base64 32 prints them.',
    ],
    [
      'a variable that is not set',
      webhooks(head, { secret: '"¶${env:HALL_SECRET}"' }),
      'The environment variable HALL_SECRET is not set: set it, or write the value here.',
    ],
    ['no types at all', webhooks(head, { types: '¶[]' }), 'webhooks[0].types must have at least 1 items.'],
    [
      'a key twice',
      webhooks(head, {}, { key: '¶hall' }),
      'webhooks[1].key is already on line 4: it stands once among the webhooks.',
    ],
    [
      'a hackathon that is none',
      webhooks(event, { super_event: '¶hacks' }),
      'webhooks[0].super_event is no super event of this file; known are hack. Did you mean hack?',
    ],
  ]);

  it('says which types there are, and which was meant', () => {
    const [problem] = problemsOf(webhooks(head, { types: '[team.created, team.creatd]' }));
    expect(problem).toMatchObject({ path: 'webhooks[0].types[1]', code: 'enumValue', suggestion: 'team.created' });
    expect(problem?.message).toContain('team.created, team.changed');
  });

  it('shows no secret in the line of a problem', () => {
    const [problem] = problemsOf(webhooks(head, { url: 'hall' }));
    expect(problem?.source).toContain('key: hall');
    expect(problem?.source).not.toContain(secret);
  });

  it.each([24, 25, 26, 32, 63, 64])('takes a secret of %i bytes', (length) => {
    const own = `whsec_${Buffer.alloc(length, 7).toString('base64')}`;
    expect(read(webhooks(head, { secret: own })).webhooks).toMatchObject([{ secret: own }]);
  });

  it.each([0, 16, 23, 65, 66])('refuses a secret of %i bytes', (length) => {
    const own = `whsec_${Buffer.alloc(length, 7).toString('base64')}`;
    expect(problemsOf(webhooks(head, { secret: own }))).toMatchObject([{ path: 'webhooks[0].secret' }]);
  });

  it('may go to this machine where the service lets them', () => {
    const text = webhooks(head, { url: 'http://127.0.0.1:4000/hook' });
    expect(problemsOf(text)).toHaveLength(1);
    expect(problemsOf(text, { WEBHOOKS_INSECURE: 'on' })).toEqual([]);
  });
});

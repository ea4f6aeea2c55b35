import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { password } from '../../support/sign-in.ts';
import { tokenIn } from '../../support/mails.ts';
import { ask } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe.each(['/auth/verify', '/auth/reset'])('The page at %s', (path) => {
  it('runs only its own script and loads nothing from anywhere', async () => {
    const { status, headers, text } = await ask(world.url, { path });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    const [, script = ''] = /<script>([^]*)<\/script>/.exec(text) ?? [];
    expect(policy).toContain(`script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`);
    expect(text).not.toMatch(/https?:\/\//);
    // Without it, browsers ask for a favicon.ico that nobody has.
    expect(text).toContain('<link rel="icon" href="data:,">');
    expect(policy).toContain('img-src data:');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('fits a phone, labels what is to be typed, and says what to do without a script', async () => {
    const { text } = await ask(world.url, { path });
    expect(text).toContain('<meta name="viewport"');
    const inputs = [...text.matchAll(/<input /g)].length;
    expect([...text.matchAll(/<label>[^<]+\s*<input /g)]).toHaveLength(inputs);
    expect(text).toContain('<noscript>');
  });

  it('changes nothing when it is opened, however often', async () => {
    const email = `${path.slice(6)}@example.org`;
    await world.stranger().post('/auth/signup', { email, password, name: 'Ada' });
    const token = tokenIn(await world.nextMailTo(email));
    for (const method of ['HEAD', 'GET', 'GET', 'GET']) {
      expect((await ask(world.url, { method, path: `${path}?token=${token}` })).status).toBe(200);
    }
    expect((await world.stranger().post('/auth/verify', { token, password })).status).toBe(200);
  });
});

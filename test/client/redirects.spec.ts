import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createClient, UnreachableError } from '../../clients/typescript/src/index.ts';
import { Front, refusal } from './front.ts';

/** Where the client is sent, and another host that it is redirected to. */
let front: Front;
let foreign: Front;
beforeEach(async () => {
  foreign = await Front.before('http://127.0.0.1:9');
  foreign.mischief = () => refusal(404, 'NOT_FOUND');
  front = await Front.before('http://127.0.0.1:9');
});
afterEach(() => {
  front.close();
  foreign.close();
});

describe('A redirect to another host', () => {
  it.each([301, 302, 303, 307, 308])(
    'is not followed, so that neither key nor token gets there: %s',
    async (status) => {
      front.mischief = () => ({ status, headers: { location: `${foreign.url}/organizations/acme` }, body: '' });
      const asked = { url: front.url, retries: 0 };
      const read = createClient({ ...asked, apiKey: 'mst_key' }).organizations.get({ slug: 'acme' });
      await expect(read).rejects.toBeInstanceOf(UnreachableError);
      const write = createClient({ ...asked, token: 'mss_token' }).organizations.update({ id: 'acme', name: 'Acme' });
      await expect(write).rejects.toBeInstanceOf(UnreachableError);
      expect(front.requests.map(({ method }) => method)).toEqual(['GET', 'PATCH']);
      expect(foreign.requests).toEqual([]);
    },
  );
});

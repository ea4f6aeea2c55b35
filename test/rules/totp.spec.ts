import { describe, expect, it } from '@jest/globals';
import { addressForApp, base32, codeAt, stepAt, stepOfCode } from '../../services/identity/totp.rules.ts';

const secret = Buffer.from('12345678901234567890');

describe('The codes of an app', () => {
  // The last six of the eight digits of RFC 6238, appendix B.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('are those of RFC 6238 after %d seconds', (seconds, code) => {
    expect(codeAt(secret, stepAt(seconds * 1_000))).toBe(code);
  });

  it('are taken one step before and after their own, and no further', () => {
    const step = 41_152_263;
    const code = codeAt(secret, step);
    const takenAt = (later: number) => stepOfCode(secret, { code, now: (step + later) * 30_000, last: null });
    expect([-2, -1, 0, 1, 2].map(takenAt)).toEqual([undefined, step, step, step, undefined]);
  });

  it('are taken once, and none before one that was taken', () => {
    const step = 41_152_263;
    const taken = (of: number, last: number) =>
      stepOfCode(secret, { code: codeAt(secret, of), now: step * 30_000, last });
    expect(taken(step, step)).toBeUndefined();
    expect(taken(step - 1, step)).toBeUndefined();
    expect(taken(step + 1, step)).toBe(step + 1);
  });

  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foobar', 'MZXW6YTBOI'],
  ])('come from a secret in base32: %j', (text, written) => {
    expect(base32(Buffer.from(text))).toBe(written);
  });

  it('are set up by an address that apps read', () => {
    const url = new URL(addressForApp(secret, 'muster.example.org', 'ada+hack@example.org'));
    expect([url.protocol, url.host, decodeURIComponent(url.pathname)]).toEqual([
      'otpauth:',
      'totp',
      '/muster.example.org:ada+hack@example.org',
    ]);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      issuer: 'muster.example.org',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});

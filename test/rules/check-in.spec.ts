import { describe, expect, it } from '@jest/globals';
import { decideScan, momentOf, type ScanFindings, type Scan, type ScanVerdict } from '../../services/check-in/rules.ts';

const noon = new Date('2027-03-06T12:00:00.000Z');
const later = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);
const ada = { user_id: 'ada', registration_id: 'r-ada', checked_in_at: later(-30) };

const scan: Scan = {
  point_id: 'door',
  token: 'token of ada',
  method: 'qr_scan',
  nonce: 'n1',
  moment: { at: noon, isGiven: false },
  viewer: { user_id: 'desk', organization_id: 'acme', key_id: 'key', session_id: null },
  request_id: null,
};
const point: ScanFindings['point'] = {
  organization_id: 'acme',
  name: 'Door',
  type: 'attendance',
  opens_at: later(-60),
  closes_at: later(60),
  requirements: [],
};
const team = { id: 't', name: 'Rockets', has_submitted: false, answered: [] };
const recorded = { ...ada, id: 'c-ada' };
const nobody = { organizes: false, is_staff: false, judges: false, takes_part: false, lacks_factor: false };
const clear: ScanFindings = {
  point,
  viewer: { ...nobody, is_staff: true },
  registration: { id: 'r-ada', user_id: 'ada', status: 'accepted' },
  same_nonce: null,
  earlier: null,
  free: [1],
  team: null,
};
const judged = (findings: Partial<ScanFindings>, other: Partial<Scan> = {}): ScanVerdict =>
  decideScan({ ...scan, ...other }, { ...clear, ...findings });
const milestone = { ...point, type: 'milestone' as const };

describe('A scan with nothing against it', () => {
  it('is admitted at the time it happened', () => {
    expect(judged({})).toEqual({ admitted: { ...ada, method: 'qr_scan', checked_in_at: noon }, point });
  });
});

describe('A scan with everything against it', () => {
  /** Each step takes one fault away; what is left decides. */
  const worst: Partial<ScanFindings> = {
    point: null,
    viewer: { ...nobody, takes_part: true },
    registration: null,
    same_nonce: { ...recorded, user_id: 'bob' },
    earlier: ada,
    team: null,
  };
  const steps: [expected: string, better: Partial<ScanFindings>, other?: Partial<Scan>][] = [
    ['POINT_NOT_FOUND', {}],
    ['VALIDATION_FAILED', { point: { ...milestone, opens_at: later(1), closes_at: later(2) } }],
    ['ORGANIZER_REQUIRED', {}, { moment: { at: noon, isGiven: true } }],
    ['INVALID_TOKEN', {}, { method: 'self_check' }],
    ['PERMISSION_DENIED', { registration: { id: 'r-ada', user_id: 'ada', status: 'rejected' } }],
    ['IDEMPOTENCY_KEY_REUSED', { viewer: { ...nobody, is_staff: true, takes_part: true } }],
    ['NOT_ACCEPTED', { same_nonce: null }],
    ['repeated', { registration: { id: 'r-ada', user_id: 'ada', status: 'accepted' } }],
    ['TOO_EARLY', { earlier: null }],
    ['TOO_LATE', { point: { ...milestone, opens_at: later(-2), closes_at: later(-1) } }],
    ['NO_TEAM', { point: milestone }],
    ['gated', { team }],
    ['admitted', { team: { ...team, has_submitted: true } }],
  ];

  it('is refused in the order of the interface', () => {
    let findings: ScanFindings = { ...clear, ...worst };
    let bad: Scan = {
      ...scan,
      method: 'manual',
      moment: { problem: { field: 'scanned_at', code: 'tooOld', message: '' } },
    };
    const met = steps.map(([, better, other]) => {
      findings = { ...findings, ...better };
      bad = { ...bad, ...other };
      const verdict = decideScan(bad, findings);
      return 'refused' in verdict ? verdict.refused : Object.keys(verdict)[0];
    });
    expect(met).toEqual(steps.map(([expected]) => expected));
  });
});

describe('A nonce that was used before', () => {
  it('replays the record of the same person, whatever has changed since', () => {
    const registration = { id: 'r-ada', user_id: 'ada', status: 'cancelled' as const };
    expect(judged({ same_nonce: recorded, registration })).toEqual({ replayed: recorded, point });
  });

  it('is refused for another person', () => {
    expect(judged({ same_nonce: { ...recorded, user_id: 'bob' } })).toEqual({ refused: 'IDEMPOTENCY_KEY_REUSED' });
  });
});

describe('A viewer who takes part', () => {
  const takesPart = { ...nobody, takes_part: true };

  const themselves = { viewer: { ...scan.viewer, user_id: 'ada' } };

  it('may scan their own token, which is then a check of their own', () => {
    expect(judged({ viewer: takesPart }, themselves)).toHaveProperty('admitted.method', 'self_check');
  });

  it('may not say when that was', () => {
    const refused = { refused: 'PERMISSION_DENIED' };
    expect(judged({ viewer: takesPart }, { ...themselves, moment: { at: noon, isGiven: true } })).toEqual(refused);
  });

  it('may scan that of others only as staff', () => {
    expect(judged({ viewer: takesPart })).toEqual({ refused: 'PERMISSION_DENIED' });
    expect(judged({ viewer: { ...takesPart, is_staff: true } })).toHaveProperty('admitted');
  });
});

describe('A viewer who neither works nor takes part there', () => {
  it('scans nobody, not even themselves', () => {
    const themselves = { viewer: { ...scan.viewer, user_id: 'ada' } };
    expect(judged({ viewer: nobody })).toEqual({ refused: 'PERMISSION_DENIED' });
    expect(judged({ viewer: nobody }, themselves)).toEqual({ refused: 'PERMISSION_DENIED' });
  });
});

describe('A viewer without the second factor that is asked for', () => {
  const weak = { ...nobody, organizes: true, is_staff: true, lacks_factor: true };
  const refused = { refused: 'SECOND_FACTOR_MISSING' };

  it('scans nobody, by hand or by code', () => {
    expect(judged({ viewer: weak })).toEqual(refused);
    expect(judged({ viewer: weak }, { method: 'manual' })).toEqual(refused);
  });

  it('is told of it only where it would help', () => {
    const member = { ...weak, organizes: false };
    expect(judged({ viewer: member }, { method: 'manual' })).toEqual({ refused: 'ORGANIZER_REQUIRED' });
  });

  it('scans as a judge, and themselves as somebody who takes part', () => {
    expect(judged({ viewer: { ...weak, judges: true } })).toHaveProperty('admitted.method', 'qr_scan');
    const themselves = { viewer: { ...scan.viewer, user_id: 'ada' } };
    expect(judged({ viewer: { ...weak, takes_part: true } }, themselves)).toHaveProperty(
      'admitted.method',
      'self_check',
    );
  });
});

describe('The window of a point', () => {
  it.each([
    ['TOO_EARLY', -60 * 60_000 - 1],
    ['admitted', -60 * 60_000],
    ['admitted', 60 * 60_000],
    ['TOO_LATE', 60 * 60_000 + 1],
  ])('answers %s %i ms from noon', (expected, ms) => {
    const verdict = judged({}, { moment: { at: new Date(noon.getTime() + ms), isGiven: true } });
    expect('refused' in verdict ? verdict.refused : Object.keys(verdict)[0]).toBe(expected);
  });
});

describe('The time a kiosk gives', () => {
  it.each([
    ['nothing', undefined, noon],
    ['an hour ago', later(-60).toISOString(), later(-60)],
    ['24 hours ago', later(-24 * 60).toISOString(), later(-24 * 60)],
    ['two minutes ahead', later(2).toISOString(), noon],
    ['an offset', '2027-03-06T12:30:00+01:00', later(-30)],
  ])('counts: %s', (_, given, expected) => {
    expect(momentOf(given, noon)).toEqual({ at: expected, isGiven: given !== undefined });
  });

  it.each([
    ['tooOld', new Date(later(-24 * 60).getTime() - 1).toISOString()],
    ['tooFarAhead', new Date(later(2).getTime() + 1).toISOString()],
    ['timestamp', 'yesterday'],
    ['timestamp', '2027-03-06 12:00'],
    ['timestamp', ''],
  ])('is refused as %s: %s', (code, given) => {
    expect(momentOf(given, noon)).toMatchObject({ problem: { field: 'scanned_at', code } });
  });
});

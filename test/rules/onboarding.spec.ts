import { describe, expect, it } from '@jest/globals';
import { fullName, decideOnboarding, type Circumstances } from '../../services/onboarding/rules.ts';

const open: Circumstances = {
  user_id: null,
  is_onboarded: false,
  registration_status: null,
  is_invited: false,
  is_paid: true,
  track_count: 1,
  is_closed: false,
  accepted_count: 0,
  max_participants: null,
};
const ada = { user_id: 'ada', is_onboarded: true } as const;
const everythingWrong = { is_paid: false, track_count: 0, is_closed: true, accepted_count: 2, max_participants: 2 };

describe('Onboarding', () => {
  it.each<[string, Partial<Circumstances>, object]>([
    ['enrolls who has an account', ada, { enroll: 'ada' }],
    ['invites whom nobody knows', {}, { invite: true }],
    ['invites whose account is unfinished', { user_id: 'ada' }, { invite: true }],
    ['keeps who is in', { ...ada, registration_status: 'accepted', ...everythingWrong }, { enroll: 'ada' }],
    ['keeps who is invited', { is_invited: true, ...everythingWrong }, { invite: true }],
    ['asks for the payment first', everythingWrong, { refused: 'EVENT_NOT_PAID' }],
    ['then for tracks', { ...everythingWrong, is_paid: true }, { refused: 'NO_TRACKS' }],
    ['then for the switch', { ...everythingWrong, is_paid: true, track_count: 1 }, { refused: 'REGISTRATION_CLOSED' }],
    [
      'then for a free seat, also where the cap was lowered',
      { accepted_count: 3, max_participants: 2 },
      { full: { acceptedCount: 3, maxParticipants: 2 } },
    ],
    ['takes the last seat', { ...ada, accepted_count: 1, max_participants: 2 }, { enroll: 'ada' }],
  ])('%s', (_, present, verdict) => {
    expect(decideOnboarding({ ...open, ...present })).toEqual(verdict);
  });
});

describe('A name', () => {
  it.each([
    ['Grace', 'Hopper', 'Grace Hopper'],
    [null, 'Hopper', 'Hopper'],
    ['', '', undefined],
    [undefined, null, undefined],
  ])('of %s and %s is %s', (first, last, name) => {
    expect(fullName(first, last)).toBe(name);
  });
});

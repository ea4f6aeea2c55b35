import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { peopleIn } from '../../web/kiosk/parts/finding.ts';
import type { Guest, Point } from '../../web/kiosk/model.ts';
import { hashOf, Roster } from '../../web/kiosk/roster.ts';

const point: Point = {
  id: 'door',
  name: 'Door',
  type: 'attendance',
  event_id: 'track',
  opens_at: '2027-03-06T07:00:00.000Z',
  closes_at: '2027-03-06T12:00:00.000Z',
  portions: 1,
};
const guest: Guest = { token_hash: 'h1', name: 'Zoë Čapek', status: 'accepted', event_id: 'track' };

describe('The roster of a kiosk', () => {
  it('tells tokens as the manifest does', async () => {
    const whole = createHash('sha256').update('tökén').digest();
    expect(await hashOf('tökén')).toBe(whole.subarray(0, 16).toString('base64url'));
  });
  it('takes changes, and begins anew where it is told all', () => {
    const roster = new Roster([guest]);
    const ben = { ...guest, token_hash: 'h2', name: 'Ben' };
    roster.update({ roster: [ben], dropped: ['h1'], whole: false });
    expect([roster.find('h1'), roster.find('h2')]).toEqual([undefined, ben]);
    roster.update({ roster: [guest], dropped: [], whole: true });
    expect([roster.find('h1'), roster.find('h2')]).toEqual([guest, undefined]);
  });
  it('finds names by all their words, without accents, at this point alone', () => {
    const roster = new Roster([guest, { ...guest, token_hash: 'h2', event_id: 'other' }]);
    expect(peopleIn(roster, 'capek ZOE', point)).toEqual([guest]);
    expect(peopleIn(roster, 'capek ben', point)).toEqual([]);
    expect(peopleIn(roster, ' ', point)).toEqual([]);
  });
  it.each([
    ['lukasz', 'Łukasz'],
    ["o'brien", 'O’Brien'],
    ['o’brien', "O'Brien"],
    ['soren', 'Søren'],
    ['strasse', 'Straße'],
  ])('finds by %s who is called %s', (words, name) => {
    expect(peopleIn(new Roster([{ ...guest, name }]), words, point)).toHaveLength(1);
  });

  const everywhere = { ...point, event_id: null };
  const zoe = { ...guest, user_id: 'zoe' };
  const places = [zoe, { ...zoe, token_hash: 'h2', event_id: 'other' }, { ...zoe, token_hash: 'h3', event_id: null }];
  const namesake = { ...guest, token_hash: 'h4', event_id: null, user_id: 'namesake' };
  it('finds a person once at a point of the whole hackathon, with their tracks', () => {
    const roster = new Roster([...places, namesake]);
    expect(peopleIn(roster, 'zoe', everywhere)).toEqual([places[2], namesake]);
    expect([...roster.tracksOf(places[2]!)]).toEqual(['track', 'other']);
    expect([...roster.tracksOf(namesake)]).toEqual([]);
  });
  it('finds a person once there who is accepted on tracks alone', () => {
    const roster = new Roster([places[1]!, zoe, namesake]);
    expect(peopleIn(roster, 'zoe', everywhere)).toEqual([zoe, namesake]);
    expect(peopleIn(roster, 'zoe', point)).toEqual([zoe]);
  });
  it('finds twenty people at most, each by the place in the hackathon, wherever that stands', () => {
    const people = Array.from({ length: 25 }, (_, n) => ({ ...zoe, token_hash: `t${n}`, user_id: `${n}` }));
    const roster = new Roster([
      ...people,
      ...people.map((one) => ({ ...one, token_hash: `${one.token_hash}h`, event_id: null })),
    ]);
    const found = peopleIn(roster, 'zoe', everywhere);
    expect([found.length, found.every(({ event_id }) => event_id === null)]).toEqual([20, true]);
  });
  it('knows a person at a point by one token, whichever of theirs was read', () => {
    const roster = new Roster([...places, namesake]);
    expect(['h1', 'h2', 'h3', 'h4', 'h5'].map((hash) => roster.knownAt(everywhere, hash))).toEqual([
      ...['h3', 'h3', 'h3', 'h4', 'h5'],
    ]);
    expect(['h1', 'h2', 'h3'].map((hash) => roster.knownAt(point, hash))).toEqual(['h1', 'h2', 'h3']);
  });
  it('takes each token for a person where a former release told of it', () => {
    const roster = new Roster(places.map(({ token_hash, event_id }) => ({ ...guest, token_hash, event_id })));
    expect(peopleIn(roster, 'zoe', everywhere)).toHaveLength(3);
    expect(roster.knownAt(everywhere, 'h1')).toBe('h1');
  });
});

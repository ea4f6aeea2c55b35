/** The people who may come in, for the time without a network. */
import type { Guest, Manifest, Point, Scan } from './model.ts';

/** As the manifest tells tokens apart: base64url of the first sixteen bytes of SHA-256. */
export async function hashOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  const text = String.fromCharCode(...new Uint8Array(digest, 0, 16));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** By which the roster knows the person of a scan. */
export const hashIn = async ({ token, token_hash = '' }: Pick<Scan, 'token' | 'token_hash'>): Promise<string> =>
  token === undefined ? token_hash : hashOf(token);

export const personOf = ({ user_id, token_hash }: Guest): string => user_id ?? token_hash;

/** Of two places of a person, the one by which they are known: that in the hackathon, else always the same. */
export const firstOf = (one: Guest, other: Guest | undefined): Guest => {
  if (!other || one.event_id === null) return one;
  return other.event_id === null || other.token_hash < one.token_hash ? other : one;
};

interface Changes extends Pick<Manifest, 'dropped' | 'whole'> {
  readonly roster: readonly Guest[];
}

export class Roster {
  readonly #guests = new Map<string, Guest>();

  constructor(guests: readonly Guest[]) {
    for (const guest of guests) this.#guests.set(guest.token_hash, guest);
  }

  get size(): number {
    return this.#guests.size;
  }

  update({ roster, dropped, whole }: Changes): void {
    if (whole) this.#guests.clear();
    for (const hash of dropped) this.#guests.delete(hash);
    for (const guest of roster) this.#guests.set(guest.token_hash, guest);
  }

  /** The person of a token, even if it does not count at the point. */
  find(token_hash: string): Guest | undefined {
    return this.#guests.get(token_hash);
  }

  /** The places that count at this point. */
  *goodAt(point: Point): Iterable<Guest> {
    for (const guest of this.#guests.values()) if (isGoodAt(guest, point)) yield guest;
  }

  /** The token by which a person is known at a point, whichever of theirs was read; itself where it does not count there. */
  knownAt(point: Point | undefined, token_hash: string): string {
    const guest = this.find(token_hash);
    if (!guest || !point || !isGoodAt(guest, point)) return token_hash;
    return this.#placesOf(guest)
      .filter((place) => isGoodAt(place, point))
      .reduce((known, place) => firstOf(place, known), guest).token_hash;
  }

  /** The tracks of a person. */
  tracksOf(guest: Guest): Set<string> {
    return new Set(this.#placesOf(guest).flatMap(({ event_id }) => event_id ?? []));
  }

  #placesOf(guest: Guest): Guest[] {
    return [...this.#guests.values()].filter((one) => personOf(one) === personOf(guest));
  }
}

/** A point of the whole hackathon takes every token, one of a track those of the track. */
export const isGoodAt = (guest: Guest, point: Point): boolean =>
  point.event_id === null || point.event_id === guest.event_id;

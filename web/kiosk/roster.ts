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

const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

export class Roster {
  readonly #guests = new Map<string, Guest>();

  constructor(guests: readonly Guest[]) {
    for (const guest of guests) this.#guests.set(guest.token_hash, guest);
  }

  get size(): number {
    return this.#guests.size;
  }

  update({ roster, dropped, whole }: Pick<Manifest, 'roster' | 'dropped' | 'whole'>): void {
    if (whole) this.#guests.clear();
    for (const hash of dropped) this.#guests.delete(hash);
    for (const guest of roster) this.#guests.set(guest.token_hash, guest);
  }

  /** The person of a token, even if it does not count at the point. */
  find(token_hash: string): Guest | undefined {
    return this.#guests.get(token_hash);
  }

  /**
   * People at this point whose name has each of these words, capitals and accents aside; twenty at most. At a point of the
   * whole hackathon a person is found once, by the token for it, and not by those for tracks as well.
   */
  search(words: string, point: Point): Guest[] {
    const wanted = folded(words).split(/\s+/).filter(Boolean);
    if (wanted.length === 0) return [];
    const found: Guest[] = [];
    for (const guest of this.#guests.values()) {
      if (guest.event_id !== point.event_id) continue;
      const name = folded(guest.name);
      if (wanted.every((word) => name.includes(word))) found.push(guest);
      if (found.length === 20) break;
    }
    return found;
  }

  /** The tracks of a person, and of people who have the same name and beginning of the address. */
  tracksOf({ name, email_start }: Guest): Set<string> {
    const same = [...this.#guests.values()].filter((one) => one.name === name && one.email_start === email_start);
    return new Set(same.flatMap(({ event_id }) => event_id ?? []));
  }
}

/** A point of the whole hackathon takes every token, one of a track those of the track. */
export const isGoodAt = (guest: Guest, point: Point): boolean =>
  point.event_id === null || point.event_id === guest.event_id;

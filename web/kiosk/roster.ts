/** Who may come in, for the time without a network. */
import type { Guest, Manifest, Point } from './model.ts';

/** As the manifest tells tokens apart: base64url of the first sixteen bytes of SHA-256. */
export async function hashOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  const text = String.fromCharCode(...new Uint8Array(digest, 0, 16));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

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

  /** Whose token this is, whether or not it is good at the point in question. */
  find(token_hash: string): Guest | undefined {
    return this.#guests.get(token_hash);
  }

  /** People at this point whose name has each of these words, capitals and accents aside; twenty at most. */
  search(words: string, point: Point): Guest[] {
    const wanted = folded(words).split(/\s+/).filter(Boolean);
    if (wanted.length === 0) return [];
    const found: Guest[] = [];
    for (const guest of this.#guests.values()) {
      if (!isGoodAt(guest, point)) continue;
      const name = folded(guest.name);
      if (wanted.every((word) => name.includes(word))) found.push(guest);
      if (found.length === 20) break;
    }
    return found;
  }
}

/** A point of the whole hackathon takes every token, one of a track those of the track. */
export const isGoodAt = (guest: Guest, point: Point): boolean =>
  point.event_id === null || point.event_id === guest.event_id;

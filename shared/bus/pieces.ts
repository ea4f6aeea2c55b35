/**
 * Sends answers that are larger than one NATS message (a megabyte by default) in pieces, which the calling process
 * joins. NATS keeps the order of messages from one process on one subject.
 */
import { randomBytes } from 'node:crypto';
import { piecesWithinMs } from '../base/limits.ts';

/** The first byte of a piece. No JSON starts with it, so it distinguishes a piece from a complete answer. */
const mark = 0x01;
/**
 * Offsets in the header of a piece: mark, id of the answer, index of the piece, number of pieces; then the total
 * size.
 */
const label = { id: 16, index: 17, count: 21, size: 25 };

/**
 * Cuts an answer into pieces.
 * @param room The maximum size of a message in bytes.
 */
export function cut(answer: Buffer, room: number): Buffer[] {
  const [id, share] = [randomBytes(label.id), room - label.size];
  const count = Math.ceil(answer.length / share);
  return Array.from({ length: count }, (_, index) => {
    const head = Buffer.alloc(label.size, mark);
    id.copy(head, 1);
    head.writeUInt32BE(index, label.index);
    head.writeUInt32BE(count, label.count);
    return Buffer.concat([head, answer.subarray(index * share, (index + 1) * share)]);
  });
}

interface Incomplete {
  readonly parts: Buffer[];
  readonly since: number;
}

/** Joins pieces into answers. */
export class Assembly {
  readonly #incomplete = new Map<string, Incomplete>();

  /** Takes a message and returns the complete answer, or undefined while pieces of it are missing. */
  take(message: Buffer): Buffer | undefined {
    if (message[0] !== mark) return message;
    const id = message.toString('latin1', 1, label.index);
    const [index, count] = [message.readUInt32BE(label.index), message.readUInt32BE(label.count)];
    const { parts, since } = this.#incomplete.get(id) ?? { parts: [], since: Date.now() };
    // A piece out of order means that one before it was lost.
    if (parts.length !== index) return this.#forget(id);
    parts.push(message.subarray(label.size));
    if (parts.length === count) {
      this.#incomplete.delete(id);
      return Buffer.concat(parts);
    }
    if (index === 0) this.#forgetOld();
    this.#incomplete.set(id, { parts, since });
    return undefined;
  }

  #forget(id: string): undefined {
    this.#incomplete.delete(id);
  }

  #forgetOld(): void {
    const limit = Date.now() - piecesWithinMs;
    for (const [id, { since }] of this.#incomplete) if (since < limit) this.#incomplete.delete(id);
  }
}

/**
 * Sends answers that are larger than one NATS message (a megabyte by default) in pieces, which the calling process
 * joins. NATS keeps the order of messages from one process on one subject.
 */
import { randomBytes } from 'node:crypto';
import { piecesBytes, piecesWithinMs } from '../base/limits.ts';

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

/** Roughly what a piece takes in memory beside its bytes. */
const overheadBytes = 500;

interface Incomplete {
  readonly parts: Buffer[];
  readonly since: number;
  bytes: number;
}
/** The incomplete answers of one login, the oldest first. */
interface Sent {
  readonly answers: Map<string, Incomplete>;
  bytes: number;
}

/** Joins pieces into answers. */
export class Assembly {
  readonly #senders = new Map<string, Sent>();

  /**
   * Takes a message and returns the complete answer, or undefined while pieces of it are missing.
   * @param sender The login that sent it. Beyond a size in all, its oldest incomplete answers are dropped.
   */
  take(message: Buffer, sender: string): Buffer | undefined {
    if (message[0] !== mark) return message;
    const id = message.toString('latin1', 1, label.index);
    const [index, count] = [message.readUInt32BE(label.index), message.readUInt32BE(label.count)];
    const sent = this.#senders.get(sender) ?? { answers: new Map<string, Incomplete>(), bytes: 0 };
    const answer = sent.answers.get(id) ?? { parts: [], since: Date.now(), bytes: 0 };
    // A piece out of order means that one before it was lost.
    if (answer.parts.length !== index) return this.#forget(sender, id);
    answer.parts.push(message.subarray(label.size));
    if (answer.parts.length === count) {
      this.#forget(sender, id);
      return Buffer.concat(answer.parts);
    }
    const bytes = message.length + overheadBytes;
    answer.bytes += bytes;
    sent.bytes += bytes;
    this.#senders.set(sender, sent);
    sent.answers.set(id, answer);
    this.#forgetOld();
    return undefined;
  }

  #forget(sender: string, id: string): undefined {
    const sent = this.#senders.get(sender);
    if (!sent) return;
    sent.bytes -= sent.answers.get(id)?.bytes ?? 0;
    sent.answers.delete(id);
    if (sent.answers.size === 0) this.#senders.delete(sender);
  }

  #forgetOld(): void {
    const limit = Date.now() - piecesWithinMs;
    for (const [sender, sent] of this.#senders) {
      for (const [id, { since }] of sent.answers) {
        if (since >= limit && sent.bytes <= piecesBytes) break;
        this.#forget(sender, id);
      }
    }
  }
}

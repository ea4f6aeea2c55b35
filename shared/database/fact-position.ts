/**
 * A place among facts, for readers: the number of the transaction, then the id of the row, as text that grows. What was
 * read up to a place is never read again after it, and nothing is ever added before a place that was given out.
 */
export interface Place {
  /** Of the transaction, as PostgreSQL counts them. */
  readonly xid: string;
  /** A UUID that tells the time (version 7). */
  readonly id: string;
}

const digits = 16;
export const positionOf = ({ xid, id }: Place): string =>
  BigInt(xid).toString(16).padStart(digits, '0') + id.replaceAll('-', '');

/** Of what the contract admits: 48 hexadecimal digits. */
export function placeOf(position: string): Place {
  const id = position.slice(digits).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return { xid: BigInt(`0x${position.slice(0, digits)}`).toString(), id };
}

/** The smallest id of that time, given in milliseconds since 1970. */
export const idAt = (time: number): string =>
  `${Math.trunc(time).toString(16).padStart(12, '0')}`.replace(/^(.{8})(.{4})$/, '$1-$2-7000-8000-000000000000');

/** Milliseconds since 1970 at which a place was, which its id tells. */
export const timeOf = ({ id }: Place): number => parseInt(id.replaceAll('-', '').slice(0, 12), 16);

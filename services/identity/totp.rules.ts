/** Codes of apps: six digits from a shared secret, new every 30 seconds (RFC 6238, with SHA-1 as every app has it). */
import { createHmac } from 'node:crypto';

const [stepMs, digits] = [30_000, 6];
/** That of RFC 4648, in which apps take secrets. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Writes bytes in base32, without padding. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

/** Returns the number of the step at a time in milliseconds. */
export const stepAt = (ms: number): number => Math.floor(ms / stepMs);

/** Returns the code of a step. */
export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const number = mac.readUInt32BE(mac.readUInt8(mac.length - 1) % 16) % 2 ** 31;
  return String(number % 10 ** digits).padStart(digits, '0');
}

interface Trying {
  readonly code: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The step of the last code that was taken; it and those before it count as used. */
  readonly last: number | null;
}

/** Returns the step of a code, at most one away from now for clocks that differ; undefined if it is of none, or used. */
export function stepOfCode(secret: Buffer, { code, now, last }: Trying): number | undefined {
  const present = stepAt(now);
  return [present - 1, present, present + 1].find((step) => step > (last ?? -1) && codeAt(secret, step) === code);
}

/** Returns the address that an app reads from a QR code. */
export function addressForApp(secret: Buffer, issuer: string, email: string): string {
  const label = [issuer, email].map(encodeURIComponent).join(':');
  const told = {
    secret: base32(secret),
    issuer,
    algorithm: 'SHA1',
    digits: String(digits),
    period: String(stepMs / 1_000),
  };
  return `otpauth://totp/${label}?${new URLSearchParams(told).toString().replaceAll('+', '%20')}`;
}

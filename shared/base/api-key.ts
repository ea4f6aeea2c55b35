/**
 * The text of an API key: `mst_`, a public id of 8 characters, `_`, 32 random characters, and a checksum of 6 over
 * all of them. The checksum detects mistyped keys without a lookup; secret scanners recognise keys by the prefix.
 */
import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const form = /^(mst_([0-9A-Za-z]{8})_[0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

export interface ParsedKey {
  readonly public_id: string;
  /** SHA-256 of the complete text, hexadecimal. */
  readonly secret_hash: string;
}

/** Creates a new key. Its text is shown once and never stored. */
export function mintKey(): ParsedKey & { readonly text: string } {
  const public_id = randomText(8);
  const checked = `mst_${public_id}_${randomText(32)}`;
  const text = checked + checksum(checked);
  return { text, public_id, secret_hash: hashKey(text) };
}

/** Returns the parts of a key, or undefined for text that cannot be a key. */
export function parseKey(text: string): ParsedKey | undefined {
  const [, checked = '', public_id = '', sum] = form.exec(text) ?? [];
  return sum && checksum(checked) === sum ? { public_id, secret_hash: hashKey(text) } : undefined;
}

const hashKey = (text: string) => hash('sha256', text, 'hex');
const randomText = (length: number) => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let index = 0; index < 6; index++, rest = Math.floor(rest / alphabet.length)) {
    digits = alphabet.charAt(rest % alphabet.length) + digits;
  }
  return digits;
}

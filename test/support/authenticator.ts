/** A device with passkeys, in place of the browser and what it speaks to: ES256, no attestation. Tests have it do wrong. */
import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';

interface Options {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
}
interface Passkey {
  readonly id: Buffer;
  readonly key: KeyObject;
  readonly userHandle: string;
  counter: number;
}
/** Deeds that no browser would do. */
export interface Wrongs {
  readonly origin?: string;
  readonly host?: string;
  readonly challenge?: string;
  /** The device did not ask who holds it. */
  readonly isUnverified?: boolean;
  /** Signs with a key of its own. */
  readonly key?: KeyObject;
  readonly userHandle?: string;
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const [present, verified, attested] = [0x01, 0x04, 0x40];

/** The beginning of a value in CBOR (RFC 8949): its kind and its number or length. */
function head(kind: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(kind << 5) | value]);
  if (value < 256) return Buffer.from([(kind << 5) | 24, value]);
  return Buffer.from([(kind << 5) | 25, value >> 8, value & 0xff]);
}
type Value = number | string | Buffer | ReadonlyMap<number | string, Value>;
function cbor(value: Value): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, of]) => [cbor(key), cbor(of)])]);
}

export class Authenticator {
  readonly origin: string;
  readonly passkeys: Passkey[] = [];

  constructor(origin: string) {
    this.origin = origin;
  }

  /** Makes a passkey, as `navigator.credentials.create` does. */
  create(options: Options, wrongs: Wrongs = {}): Record<string, unknown> {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const id = randomBytes(16);
    const own = { id, key: privateKey, userHandle: options.user?.id ?? '', counter: 0 };
    this.passkeys.push(own);
    const curve: [number, Value][] = [
      [1, 2],
      [3, -7],
      [-1, 1],
    ];
    const point: [number, Value][] = [
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ];
    const credential = Buffer.concat([
      ...[Buffer.alloc(16), Buffer.from([0, id.length]), id],
      cbor(new Map([...curve, ...point])),
    ]);
    const authData = Buffer.concat([this.#data(options.rp?.id ?? '', attested, 0, wrongs), credential]);
    const object = new Map<string, Value>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return answerOf(id, {
      clientDataJSON: this.#client('webauthn.create', options, wrongs).toString('base64url'),
      attestationObject: cbor(object).toString('base64url'),
      transports: ['internal'],
    });
  }

  /** Signs with the newest passkey, as `navigator.credentials.get` does. */
  get(options: Options, wrongs: Wrongs = {}): Record<string, unknown> {
    const own = this.passkeys.at(-1);
    if (!own) throw new Error('There is no passkey on this device.');
    const data = this.#data(options.rpId ?? '', 0, ++own.counter, wrongs);
    const client = this.#client('webauthn.get', options, wrongs);
    const signature = createSign('SHA256')
      .update(data)
      .update(sha256(client))
      .sign(wrongs.key ?? own.key);
    return answerOf(own.id, {
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: wrongs.userHandle ?? own.userHandle,
    });
  }

  #client(type: string, { challenge }: Options, wrongs: Wrongs): Buffer {
    const { origin = this.origin } = wrongs;
    return Buffer.from(JSON.stringify({ type, challenge: wrongs.challenge ?? challenge, origin, crossOrigin: false }));
  }

  #data(rpId: string, more: number, counter: number, { host = rpId, isUnverified = false }: Wrongs): Buffer {
    const rest = Buffer.alloc(5);
    rest.writeUInt8(present | (isUnverified ? 0 : verified) | more);
    rest.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(host), rest]);
  }
}

const answerOf = (id: Buffer, response: object) => ({
  id: id.toString('base64url'),
  rawId: id.toString('base64url'),
  type: 'public-key',
  clientExtensionResults: {},
  response,
});

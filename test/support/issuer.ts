/** An issuer of OpenID Connect on this machine, which does as it should until a test has it do otherwise. */
import { createHash, createSign, generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Claims = Record<string, unknown>;
/** The claims of the person who signs in. */
export interface Persona {
  readonly sub: string;
  readonly email: string;
  readonly email_verified?: boolean;
  readonly name?: string;
}
interface Issued {
  readonly persona: Persona;
  readonly query: URLSearchParams;
}

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

export class Issuer {
  static readonly client = { id: 'muster', secret: 'the secret of the client' };
  persona: Persona = { sub: randomUUID(), email: `${randomUUID()}@campus.test`, email_verified: true };
  /** Changes the claims of the ID token. */
  idToken: (claims: Claims) => Claims = (claims) => claims;
  /** Changes what the profile says. */
  profile: (claims: Claims) => Claims = (claims) => claims;
  /** Signs the ID tokens; the key that it publishes stays. */
  signer: KeyObject;
  /** The algorithm that the ID tokens name. */
  alg: 'RS256' | 'none' = 'RS256';
  readonly #key = newKey();
  readonly #codes = new Map<string, Issued>();
  readonly #server: Server;

  static async listen(): Promise<Issuer> {
    const issuer = new Issuer();
    issuer.#server.listen(0, '127.0.0.1');
    await once(issuer.#server, 'listening');
    return issuer;
  }

  private constructor() {
    this.signer = this.#key.privateKey;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The settings of a process that has people sign in by it. */
  settings(name: string): Record<string, string> {
    const variable = `SIGN_IN_${name.toUpperCase()}`;
    return { [variable]: this.url, [`${variable}_ID`]: Issuer.client.id, [`${variable}_SECRET`]: Issuer.client.secret };
  }

  /** Does as it should again. */
  behave(): void {
    this.idToken = (claims) => claims;
    this.profile = (claims) => claims;
    this.signer = this.#key.privateKey;
    this.alg = 'RS256';
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', this.url);
    const json = (status: number, body: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    if (pathname === '/.well-known/openid-configuration') return void json(200, this.#document());
    if (pathname === '/keys')
      return void json(200, { keys: [{ ...this.#key.publicKey.export({ format: 'jwk' }), kid: '1' }] });
    if (pathname === '/authorize')
      return void response.writeHead(302, { Location: this.#authorize(searchParams) }).end();
    if (pathname === '/profile') {
      const { email, email_verified, name, sub } = this.persona;
      return void json(200, this.profile({ sub, email, email_verified, name }));
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const tokens = this.#redeem(new URLSearchParams(Buffer.concat(chunks).toString()));
    return void (tokens ? json(200, tokens) : json(400, { error: 'invalid_grant' }));
  }

  #document() {
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      userinfo_endpoint: `${this.url}/profile`,
      jwks_uri: `${this.url}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    };
  }

  /** Takes whoever comes for its persona. */
  #authorize(query: URLSearchParams): string {
    const code = randomUUID();
    this.#codes.set(code, { persona: this.persona, query });
    const back = new URL(query.get('redirect_uri') ?? '');
    const answer = new URLSearchParams({ code, state: query.get('state') ?? '', iss: this.url });
    return `${back.origin}${back.pathname}?${answer.toString()}`;
  }

  /** Redeems a code once, for the client and the verifier that it was made for. */
  #redeem(form: URLSearchParams): object | undefined {
    const issued = this.#codes.get(form.get('code') ?? '');
    if (!issued) return undefined;
    this.#codes.delete(form.get('code') ?? '');
    const { query, persona } = issued;
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight =
      form.get('client_id') === Issuer.client.id &&
      form.get('client_secret') === Issuer.client.secret &&
      form.get('redirect_uri') === query.get('redirect_uri') &&
      query.get('code_challenge_method') === 'S256' &&
      query.get('code_challenge') === challenge;
    if (!isRight) return undefined;
    const now = Math.floor(Date.now() / 1_000);
    const own = { iss: this.url, sub: persona.sub, aud: Issuer.client.id, iat: now, exp: now + 300 };
    const id_token = this.#signed(this.idToken({ ...own, nonce: query.get('nonce') }));
    return { access_token: randomUUID(), token_type: 'Bearer', expires_in: 300, id_token };
  }

  #signed(claims: Claims): string {
    const text = `${part({ alg: this.alg, kid: '1' })}.${part(claims)}`;
    if (this.alg === 'none') return `${text}.`;
    return `${text}.${createSign('RSA-SHA256').update(text).sign(this.signer).toString('base64url')}`;
  }
}

/** Another key than any issuer publishes. */
export const foreignKey = (): KeyObject => newKey().privateKey;

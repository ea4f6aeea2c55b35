/** Somebody's browser that signs in by an issuer: it follows redirects and keeps cookies. */
import type { Answer } from './client.ts';
import type { World } from './world.ts';

export class IssuerVisitor {
  readonly #world: Pick<World, 'stranger'>;
  readonly #cookies = new Map<string, string>();

  constructor(world: Pick<World, 'stranger'>) {
    this.#world = world;
  }

  /** Its cookies as `name=value`. */
  get cookies(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#kept(await this.#world.stranger({ Cookie: this.cookies, ...headers }).get(path));
  }

  async post(path: string, body: object): Promise<Answer> {
    return this.#kept(await this.#world.stranger({ Cookie: this.cookies }).post(path, body));
  }

  /** Begins to sign in, and returns the address at the issuer. */
  async begin(name: string, next?: string): Promise<URL> {
    const query = next === undefined ? '' : `?${new URLSearchParams({ next }).toString()}`;
    return new URL(locationOf(await this.get(`/auth/by/${name}${query}`)));
  }

  /** Signs in at the issuer, and returns the address that it leads back to. */
  async atIssuer(address: URL): Promise<URL> {
    const answer = await fetch(address, { redirect: 'manual' });
    return new URL(answer.headers.get('location') ?? '');
  }

  /** Comes back from the issuer. */
  comeBack({ pathname, search }: URL): Promise<Answer> {
    return this.get(pathname + search);
  }

  /** All of it. */
  async signIn(name: string, next?: string): Promise<Answer> {
    return this.comeBack(await this.atIssuer(await this.begin(name, next)));
  }

  #kept(answer: Answer): Answer {
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      this.#cookies.set(name, value);
    }
    return answer;
  }
}

export const locationOf = ({ headers }: Answer): string => headers.get('location') ?? '';
/** The parameters in the fragment of the address to which a browser is redirected. */
export const saidIn = (answer: Answer): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(new URL(locationOf(answer), 'http://here').hash.slice(1)));

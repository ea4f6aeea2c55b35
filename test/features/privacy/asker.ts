/** Asks actions by their names, expects success, and notes which members carried a mark. */
import { routes } from '../../../shared/contract/index.ts';
import type { Answer, Client } from '../../support/client.ts';

export class Asker {
  /** As `action member`; elements of an array have the name of the array. */
  readonly marked = new Set<string>();
  readonly #mark: string;

  constructor(mark: string) {
    this.#mark = mark;
  }

  /** @param shown What the body says, where it is a form. */
  async ask(
    client: Client,
    action: string,
    params: Record<string, string> = {},
    body?: unknown,
    shown: unknown = body,
  ): Promise<Answer> {
    const { method, path } = routes.find((route) => route.action === action)!.endpoint.http!;
    this.note(action, this.#membersIn(shown));
    const answer = await client.send(
      method,
      path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? ''),
      body,
    );
    if (answer.status >= 300) throw new Error(`${action} answers ${answer.status}: ${answer.text}`);
    return answer;
  }

  note(action: string, members: readonly string[]): void {
    for (const member of members) this.marked.add(`${action} ${member}`);
  }

  #membersIn(value: unknown, at = ''): string[] {
    if (typeof value === 'string') return value.includes(this.#mark) ? [at] : [];
    if (typeof value !== 'object' || value === null) return [];
    if (Array.isArray(value)) return value.flatMap((each) => this.#membersIn(each, at));
    // Of answers only the whole is a member of a contract.
    if (at === 'answers_json') return JSON.stringify(value).includes(this.#mark) ? [at] : [];
    return Object.entries(value).flatMap(([name, each]) => this.#membersIn(each, at ? `${at}.${name}` : name));
  }
}

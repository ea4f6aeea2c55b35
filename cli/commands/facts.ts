/** Shows what happens in an organization while it happens, and hands it to a receiver that is being written. */
import { setTimeout as pause } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Webhook } from 'standardwebhooks';
import { newSecret } from '../../services/webhooks/portable.ts';
import { factTypes, type Fact, type FactType } from '../../shared/contract/facts.ts';
import { presentPosition, readFacts, type FactPage } from '../../shared/database/facts.ts';
import { closestWord } from '../../shared/base/words.ts';
import { withDatabase, withOwner } from '../database.ts';
import { untilInterrupted } from '../interrupted.ts';
import { organizationOrFail } from '../organization.ts';
import { CommandFailure, exitCodes, type ExitCode, type Output } from '../output.ts';

interface TailOptions {
  readonly org: string;
  /** Between commas. */
  readonly types?: string | undefined;
  readonly forward?: string | undefined;
  /** Ends it; Ctrl-C where it is left out. */
  readonly signal?: AbortSignal;
}
/** Milliseconds between two looks, and that a receiver may take. */
const [round, patience] = [500, 15_000];
const factsAtOnce = 100;

export function tail({ org, types, forward, signal }: TailOptions, output: Output): Promise<ExitCode> {
  const wanted = types === undefined ? null : typesIn(types);
  const receiver = forward === undefined ? undefined : new Receiver(forward, output);
  return withDatabase(output, (url) =>
    withOwner(url, async (db) => {
      const organization_id = await organizationOrFail(db, org);
      const over = signal ?? untilInterrupted();
      let after = await presentPosition(db);
      output.say(`What happens in ${org} from now on, until Ctrl-C.`);
      while (!over.aborted) {
        const page = await read(db, { organization_id, types: wanted, after });
        for (const fact of page.facts) {
          output.line(fact, lineOf(fact, output));
          await receiver?.hand(fact);
        }
        after = page.next;
        if (!page.has_more) await pause(round, undefined, { signal: over }).catch(() => undefined);
      }
      return exitCodes.done;
    }),
  );
}

async function read(
  db: EntityManager,
  where: { organization_id: string; types: readonly FactType[] | null; after: string },
): Promise<FactPage> {
  const [page] = await readFacts(db, [{ ...where, super_event_id: null, limit: factsAtOnce }]);
  if (page && page !== 'expired') return page;
  throw new CommandFailure('The database was restored meanwhile.', 'Run the command again.');
}

function lineOf({ occurred_at, type, data }: Fact, { styledAnswer }: Output): string {
  const words = Object.entries(data).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return [occurred_at, styledAnswer('bold', type), ...words].join(' ');
}

function typesIn(written: string): FactType[] {
  const named = written.split(',').map((type) => type.trim());
  const unknown = named.find((type) => !factTypes.some((known) => known === type));
  if (unknown === undefined) return named as FactType[];
  const meant = closestWord(unknown, factTypes);
  throw new CommandFailure(
    `No fact is of the type ${unknown}.`,
    meant ? `Did you mean ${meant}?` : `Known are: ${factTypes.join(', ')}`,
    exitCodes.wrongUsage,
  );
}

/** Is sent each fact once, as a webhook would send it, and what came of it is said. */
class Receiver {
  readonly #url: string;
  readonly #output: Output;
  readonly #webhook: Webhook;

  constructor(url: string, output: Output) {
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
      const next = 'Write it as in http://localhost:4000/hook.';
      throw new CommandFailure(`--forward ${url} is no http or https address.`, next, exitCodes.wrongUsage);
    }
    const secret = newSecret();
    this.#url = url;
    this.#output = output;
    this.#webhook = new Webhook(secret);
    output.say(`Signed with ${secret}`);
  }

  async hand(fact: Fact): Promise<void> {
    const now = new Date();
    const body = JSON.stringify({ type: fact.type, timestamp: fact.occurred_at, data: fact });
    const headers = {
      'Content-Type': 'application/json',
      'webhook-id': fact.id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': this.#webhook.sign(fact.id, now, body),
    };
    const begun = performance.now();
    const signal = AbortSignal.timeout(patience);
    const came = await fetch(this.#url, { method: 'POST', headers, body, redirect: 'manual', signal }).then(
      async (response) => {
        await response.body?.cancel();
        return String(response.status);
      },
      (error: Error & { cause?: { code?: string } }) => error.cause?.code ?? error.name,
    );
    this.#output.say(`${this.#url} ${came} after ${Math.round(performance.now() - begun)} ms`);
  }
}

/** Third-party services on the same bus, as declared to `muster nats-config`. */
import type { Contract, Endpoint } from '../shared/contract/endpoint.ts';
import { eventNames, type EventName } from '../shared/contract/bus-events.ts';
import { contracts } from '../shared/contract/index.ts';
import { answererOf, serviceNames } from '../shared/contract/services.ts';
import { operator, type Login } from '../shared/bus/permissions.ts';
import { closestWord } from '../shared/base/words.ts';
import { CommandFailure, exitCodes } from './output.ts';

/** The arguments of the command line for one service. */
export interface Declaration {
  readonly name: string;
  readonly calls: string[];
  readonly hears: string[];
}

const endpoints = new Map<string, Endpoint>(
  Object.entries<Contract>(contracts).flatMap(([service, contract]) =>
    Object.entries<Endpoint>(contract).map(([name, endpoint]) => [`${service}.${name}`, endpoint] as const),
  ),
);

/**
 * Returns the login of each declared service. It may answer actions of its own name.
 * @throws {CommandFailure} For a name that is taken, and for an unknown action or event.
 */
export function furtherLogins(declared: readonly Declaration[]): Login[] {
  const names = declared.map(({ name }) => name);
  return declared.map(({ name, calls, hears }) => {
    if (!isFree(name) || names.indexOf(name) !== names.lastIndexOf(name)) {
      throw wrong(
        `${name} is no name for a further service.`,
        'Take small letters, digits and hyphens, and a name that nobody has.',
      );
    }
    for (const action of calls)
      if (!names.includes(answererOf(action))) mustBe('action', action, [...endpoints.keys()]);
    for (const event of hears) mustBe('event', event, eventNames);
    return { user: name, answers: [name], calls, sends: [], follows: hears as EventName[] };
  });
}

const isFree = (name: string) =>
  /^[a-z][a-z0-9-]*$/.test(name) && name !== operator.user && !serviceNames.some((known) => known === name);

function mustBe(kind: string, given: string, known: readonly string[]): void {
  if (known.includes(given)) return;
  const meant = closestWord(given, known);
  throw wrong(
    `There is no ${kind} ${given}.`,
    meant ? `Did you mean ${meant}?` : `Its name is one of: ${known.join(', ')}.`,
  );
}

const wrong = (what: string, next: string) => new CommandFailure(what, next, exitCodes.wrongUsage);

/** Returns the actions without access checks: a service that may call them acts for everybody. */
export const unguarded = (actions: readonly string[]): readonly string[] =>
  actions.filter(
    (action) =>
      action !== 'identity.resolveKey' && endpoints.get(action)?.access === undefined && endpoints.has(action),
  );

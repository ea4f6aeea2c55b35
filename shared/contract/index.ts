/** All contracts. The types of every call are derived from them. */
import type { AnswerOf, Contract, Endpoint, ParamsOf } from './endpoint.ts';
import { checkIn } from './check-in.ts';
import { events } from './events.ts';
import { gateway } from './gateway.ts';
import { identity } from './identity.ts';
import { judging } from './judging.ts';
import { mail } from './mail.ts';
import { onboarding } from './onboarding.ts';
import { organizations } from './organizations.ts';
import { registrations } from './registrations.ts';
import { setup } from './setup.ts';
import { teams } from './teams.ts';
import { webhooks } from './webhooks.ts';

export const contracts = {
  identity,
  organizations,
  events,
  registrations,
  'check-in': checkIn,
  teams,
  judging,
  onboarding,
  mail,
  webhooks,
  setup,
  gateway,
};
export type Contracts = typeof contracts;

/** The name of every action, `service.action`. */
export type ActionName = { [S in keyof Contracts]: `${S}.${keyof Contracts[S] & string}` }[keyof Contracts];

/** The contract of an action, by its name. */
export type Definition<N> = N extends `${infer S}.${infer A}`
  ? S extends keyof Contracts
    ? A extends keyof Contracts[S]
      ? Contracts[S][A]
      : never
    : never
  : never;
/** What a caller of the action sends, by its name. */
export type ActionParams<N extends ActionName> = ParamsOf<Definition<N>>;
/** What the action answers, by its name. */
export type ActionAnswer<N extends ActionName> = AnswerOf<Definition<N>>;

/** An endpoint that HTTP reaches, with the name of its action. */
export interface Route {
  readonly action: string;
  readonly method: NonNullable<Endpoint['http']>['method'];
  readonly path: string;
  readonly endpoint: Endpoint;
}

/** All endpoints that HTTP reaches. */
export const routes: readonly Route[] = Object.entries<Contract>(contracts).flatMap(([service, contract]) =>
  Object.entries(contract).flatMap(([name, endpoint]: [string, Endpoint]) =>
    endpoint.http ? [{ ...endpoint.http, action: `${service}.${name}`, endpoint }] : [],
  ),
);

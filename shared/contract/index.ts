/** All contracts together; the types of every call follow from them. */
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
import { teams } from './teams.ts';

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
  gateway,
};
export type Contracts = typeof contracts;

/** Every callable action, as `service.action`. */
export type ActionName = { [S in keyof Contracts]: `${S}.${keyof Contracts[S] & string}` }[keyof Contracts];

export type Definition<N> = N extends `${infer S}.${infer A}`
  ? S extends keyof Contracts
    ? A extends keyof Contracts[S]
      ? Contracts[S][A]
      : never
    : never
  : never;
export type ActionParams<N extends ActionName> = ParamsOf<Definition<N>>;
export type ActionAnswer<N extends ActionName> = AnswerOf<Definition<N>>;

/** An endpoint HTTP reaches, with the name of the action behind it. */
export interface Route {
  readonly action: string;
  readonly method: NonNullable<Endpoint['http']>['method'];
  readonly path: string;
  readonly endpoint: Endpoint;
}

export const routes: readonly Route[] = Object.entries<Contract>(contracts).flatMap(([service, contract]) =>
  Object.entries(contract).flatMap(([name, endpoint]: [string, Endpoint]) =>
    endpoint.http ? [{ ...endpoint.http, action: `${service}.${name}`, endpoint }] : [],
  ),
);

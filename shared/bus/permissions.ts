/** Defines what each login at NATS may publish and subscribe to. */
import { callsOf, streamed } from '../contract/calls.ts';
import { eventNames, subscribersOf, publishersOf, type EventName } from '../contract/bus-events.ts';
import { answererOf, type ServiceName } from '../contract/services.ts';
import { prefix, token } from './subjects.ts';

/** A login at NATS, and what its processes do on the bus. */
export interface Login {
  readonly user: string;
  /** The services whose actions they answer. */
  readonly answers: readonly string[];
  /** The actions they call. */
  readonly calls: readonly string[];
  /** The events they send. */
  readonly sends: readonly EventName[];
  /** The events they follow. */
  readonly follows: readonly EventName[];
}
export interface Permissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

const eventsOf = (services: readonly ServiceName[], whose: Readonly<Record<EventName, readonly ServiceName[]>>) =>
  eventNames.filter((name) => whose[name].some((service) => services.includes(service)));

/** Returns the login of processes that run these services of the product. */
export const loginOf = (services: readonly ServiceName[]): Login => ({
  user: services.join('+'),
  answers: services,
  calls: services.flatMap(callsOf),
  sends: eventsOf(services, publishersOf),
  follows: eventsOf(services, subscribersOf),
});

/**
 * The login of the command line: it sees the processes on the bus and sends the events that services send, but calls
 * nothing.
 */
export const operator: Login = { user: 'operator', answers: [], calls: [], sends: eventNames, follows: [] };

/** Discovery: every login may read it, and publish it for its own processes. */
const discovery = ['DISCOVER', 'INFO', 'HEARTBEAT', 'PING', 'DISCONNECT'];
const toOne = ['DISCOVER', 'INFO', 'PING', 'PONG'];

/**
 * Returns the NATS permissions of a login. Every subject it publishes to ends with its name, except requests.
 * @param logins All logins, because answers and streams go to the subjects of the others.
 */
export function permissionsOf(login: Login, logins: readonly Login[]): Permissions {
  const own = token(login.user);
  return {
    subscribe: subjects(
      discovery.map((kind) => `${kind}.*`),
      [...toOne, 'REQ', 'RES'].map((kind) => `${kind}.${own}.*.*`),
      login.answers.map((service) => `REQB.${service}.>`),
      login.follows.map((name) => `EVENT.${name}.*`),
    ),
    publish: subjects(
      discovery.map((kind) => `${kind}.${own}`),
      toOne.map((kind) => `${kind}.*.*.${own}`),
      login.calls.map((action) => `REQB.${action}`),
      logins.filter((other) => streamsTo(login, other)).map(({ user }) => `REQ.${token(user)}.*.${own}`),
      logins.filter((other) => answersTo(login, other)).map(({ user }) => `RES.${token(user)}.*.${own}`),
      login.sends.map((name) => `EVENT.${name}.${own}`),
    ),
  };
}

const subjects = (...kinds: readonly (readonly string[])[]) =>
  [...new Set(kinds.flat())].map((subject) => `${prefix}.${subject}`);

const isAnsweredBy =
  ({ answers }: Login) =>
  (action: string) =>
    answers.includes(answererOf(action));

const answersTo = (login: Login, caller: Login) => caller.calls.some(isAnsweredBy(login));
const streamsTo = (login: Login, answerer: Login) =>
  login.calls.filter((action) => streamed.some((one) => one === action)).some(isAnsweredBy(answerer));

/**
 * Moleculer events that processes broadcast to each other, with their content, which is ids only. An event may be lost; a
 * process that follows one must also find out without it, a little later.
 */
import { serviceNames, type ServiceName } from './services.ts';

export interface BusEvents {
  /** Caches must drop the key or session with this id, or all of the person with this id. */
  'access-ended': { readonly id: string };
  /** There are new facts of this organization. */
  facts: { readonly organization_id: string };
}
export type EventName = keyof BusEvents;
/** An event by its name, with its content. */
export type BusEvent = { readonly [N in EventName]: readonly [name: N, content: BusEvents[N]] }[EventName];

/** The services that follow each event. */
export const subscribersOf: Readonly<Record<EventName, readonly ServiceName[]>> = {
  'access-ended': ['gateway'],
  facts: ['gateway', 'webhooks'],
};
export const eventNames = Object.keys(subscribersOf) as EventName[];

/** Tells whether one of these services follows an event. */
export const follows = (services: readonly ServiceName[]): boolean =>
  eventNames.some((name) => subscribersOf[name].some((follower) => services.includes(follower)));

/** The services that send each event. The command line sends all of them. */
export const publishersOf: Readonly<Record<EventName, readonly ServiceName[]>> = {
  'access-ended': ['identity', 'organizations', 'setup'],
  facts: serviceNames.filter((name) => name !== 'gateway'),
};

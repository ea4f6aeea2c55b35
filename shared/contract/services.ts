/** The services of this release, each after those whose published views it uses. */
export const serviceNames = [
  'identity',
  'organizations',
  'events',
  'registrations',
  'teams',
  'judging',
  'onboarding',
  'check-in',
  'mail',
  'webhooks',
  'setup',
  'gateway',
] as const;
export type ServiceName = (typeof serviceNames)[number];

/** Returns the PostgreSQL schema of a service. */
export const schemaOf = (service: ServiceName) => service.replace('-', '_');
/** Tells whether a service owns a schema. Only the gateway stores nothing. */
export const ownsSchema = (service: ServiceName) => service !== 'gateway';
/** The services with a job queue. */
export const queueOwners = ['registrations', 'mail', 'webhooks'] as const satisfies readonly ServiceName[];
export type QueueOwner = (typeof queueOwners)[number];
/** Returns the PostgreSQL schema of a service's job queue, which no other service may read. */
export const queueSchemaOf = (service: QueueOwner) => `${service}_queue` as const;
/** Returns the service that answers an action. */
export const answererOf = (action: string): string => action.slice(0, action.indexOf('.'));

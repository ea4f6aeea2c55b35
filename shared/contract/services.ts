/** The services of this release, each after those whose published views it builds upon. */
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
  'gateway',
] as const;
export type ServiceName = (typeof serviceNames)[number];

/** The PostgreSQL schema a service owns. */
export const schemaOf = (service: ServiceName) => service.replace('-', '_');
/** The gateway keeps nothing. */
export const ownsSchema = (service: ServiceName) => service !== 'gateway';

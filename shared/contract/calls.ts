/**
 * Declares which actions each service calls. On the bus, a service's login may call no others, so a call that is
 * missing here only works when both services share a process. `test/architecture.spec.ts` compares this list with the
 * sources.
 */
import { gathered } from './concerns.ts';
import { gatheredName } from './gathered.ts';
import { routes, type ActionName } from './index.ts';
import type { ServiceName } from './services.ts';

/**
 * Actions that receive a stream. All chunks of a stream must reach the same process, so these calls are addressed to
 * a node.
 */
export const streamed: readonly ActionName[] = ['registrations.storeFile'];

const byItself: Partial<Record<ServiceName, readonly ActionName[]>> = {
  gateway: [
    'identity.resolveKey',
    'identity.resolveSession',
    'registrations.prepareUpload',
    'registrations.storeFile',
    'registrations.discardFiles',
    'registrations.keepTable',
    'registrations.readFilePart',
    'organizations.readFacts',
    'organizations.checkFactReaders',
  ],
  onboarding: [
    'identity.acceptPerson',
    'identity.hasPassword',
    'identity.startSession',
    'identity.countLinkTry',
    'registrations.enroll',
    'onboarding.spendInvite',
    'events.findRoleInvite',
    'events.readRoleInvite',
    'events.acceptRoleInvite',
  ],
};

const overHttp = routes.flatMap(({ action, endpoint }) =>
  gathered.of(endpoint) ? [action, gatheredName(action)] : [action],
);

/** Returns the actions that a service calls. The gateway also calls everything that HTTP reaches. */
export const callsOf = (service: ServiceName): readonly string[] => [
  ...(service === 'gateway' ? overHttp : []),
  ...(byItself[service] ?? []),
];

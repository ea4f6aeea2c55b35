/**
 * Which actions each service calls. The bus lets its login call no others, so a call that is missing here works in one
 * process and nowhere else; `test/architecture.spec.ts` compares it with the sources.
 */
import { gatheredName } from './gathered.ts';
import { routes, type ActionName } from './index.ts';
import { serviceNames, type ServiceName } from './services.ts';

/** Actions that take a stream. All of it has to reach one process, so they are called by its name. */
export const streamed: readonly ActionName[] = ['registrations.storeFile'];

const byItself: Partial<Record<ServiceName, readonly ActionName[]>> = {
  gateway: [
    'identity.resolveKey',
    'identity.resolveSession',
    'registrations.prepareUpload',
    'registrations.storeFile',
    'registrations.discardFiles',
  ],
  onboarding: [
    'identity.acceptPerson',
    'identity.startSession',
    'identity.countLinkTry',
    'registrations.enroll',
    'onboarding.spendInvite',
    'events.findRoleInvite',
    'events.acceptRoleInvite',
  ],
};

const overHttp = routes.flatMap(({ action, endpoint }) =>
  endpoint.gathered ? [action, gatheredName(action)] : [action],
);

/** The gateway also calls whatever HTTP reaches. */
export const callsOf = (service: ServiceName): readonly string[] => [
  ...(service === 'gateway' ? overHttp : []),
  ...(byItself[service] ?? []),
];

/** The service that answers an action. */
export const answererOf = (action: string): ServiceName | undefined =>
  serviceNames.find((service) => action.startsWith(`${service}.`));

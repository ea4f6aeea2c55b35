/** The tables and published views of each service. */
import type { ServiceName } from '../shared/contract/services.ts';
import type { Described } from '../shared/database/columns.ts';
import * as checkIn from '../shared/database/published/check-in.ts';
import * as events from '../shared/database/published/events.ts';
import * as identity from '../shared/database/published/identity.ts';
import * as judging from '../shared/database/published/judging.ts';
import * as mail from '../shared/database/published/mail.ts';
import * as onboarding from '../shared/database/published/onboarding.ts';
import * as organizations from '../shared/database/published/organizations.ts';
import * as registrations from '../shared/database/published/registrations.ts';
import * as teams from '../shared/database/published/teams.ts';
import * as webhooks from '../shared/database/published/webhooks.ts';
import { tables as checkInTables } from './check-in/entities.ts';
import { tables as eventsTables } from './events/entities.ts';
import { tables as identityTables } from './identity/entities.ts';
import { tables as judgingTables } from './judging/entities.ts';
import { tables as mailTables } from './mail/entities.ts';
import { tables as onboardingTables } from './onboarding/entities.ts';
import { tables as organizationsTables } from './organizations/entities.ts';
import { tables as registrationsTables } from './registrations/entities.ts';
import { tables as setupTables } from './setup/entities.ts';
import { tables as teamsTables } from './teams/entities.ts';
import { tables as webhooksTables } from './webhooks/entities.ts';

type Owner = Exclude<ServiceName, 'gateway'>;
interface Owned {
  readonly tables: readonly Described[];
  readonly views: readonly Described[];
}

export const entities: Readonly<Record<Owner, Owned>> = {
  organizations: { tables: organizationsTables, views: Object.values(organizations) },
  identity: { tables: identityTables, views: Object.values(identity) },
  events: { tables: eventsTables, views: Object.values(events) },
  registrations: { tables: registrationsTables, views: Object.values(registrations) },
  onboarding: { tables: onboardingTables, views: Object.values(onboarding) },
  teams: { tables: teamsTables, views: Object.values(teams) },
  'check-in': { tables: checkInTables, views: Object.values(checkIn) },
  judging: { tables: judgingTables, views: Object.values(judging) },
  mail: { tables: mailTables, views: Object.values(mail) },
  webhooks: { tables: webhooksTables, views: Object.values(webhooks) },
  setup: { tables: setupTables, views: [] },
};

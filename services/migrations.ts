/** Every service's migrations, in the order in which the services build upon each other. */
import type { MigrationPlan } from '../shared/database/migrate.ts';
import { migrations as checkIn } from './check-in/migrations/index.ts';
import { migrations as events } from './events/migrations/index.ts';
import { migrations as identity } from './identity/migrations/index.ts';
import { migrations as judging } from './judging/migrations/index.ts';
import { migrations as mail } from './mail/migrations/index.ts';
import { migrations as onboarding } from './onboarding/migrations/index.ts';
import { migrations as organizations } from './organizations/migrations/index.ts';
import { migrations as registrations } from './registrations/migrations/index.ts';
import { migrations as setup } from './setup/migrations/index.ts';
import { migrations as teams } from './teams/migrations/index.ts';
import { migrations as webhooks } from './webhooks/migrations/index.ts';

export const migrationPlan: MigrationPlan = [
  ['organizations', organizations],
  ['events', events],
  ['identity', identity],
  ['registrations', registrations],
  ['teams', teams],
  ['judging', judging],
  ['onboarding', onboarding],
  ['check-in', checkIn],
  ['mail', mail],
  ['webhooks', webhooks],
  ['setup', setup],
];

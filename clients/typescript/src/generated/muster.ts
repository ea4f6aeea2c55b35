/** Written by `npm run docs` from the contracts of Muster. */
import type { Identity } from './identity.ts';
import type { Organizations } from './organizations.ts';
import type { Events } from './events.ts';
import type { Registrations } from './registrations.ts';
import type { CheckIn } from './checkIn.ts';
import type { Teams } from './teams.ts';
import type { Judging } from './judging.ts';
import type { Onboarding } from './onboarding.ts';
import type { Mail } from './mail.ts';
import type { Webhooks } from './webhooks.ts';
import type { Setup } from './setup.ts';
import type { Gateway } from './gateway.ts';

/** Everything that can be asked. */
export interface Muster {
  readonly identity: Identity;
  readonly organizations: Organizations;
  readonly events: Events;
  readonly registrations: Registrations;
  readonly checkIn: CheckIn;
  readonly teams: Teams;
  readonly judging: Judging;
  readonly onboarding: Onboarding;
  readonly mail: Mail;
  readonly webhooks: Webhooks;
  readonly setup: Setup;
  readonly gateway: Gateway;
}

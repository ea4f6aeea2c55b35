import { Migration } from '@mikro-orm/migrations';
import { dropTally, keepTally } from '../../../shared/database/tally.ts';

const onTracks = { schema: 'registrations', counted: 'registration', by: ['event_id', 'status'] };
const inHackathons = {
  schema: 'registrations',
  counted: 'super_event_registration',
  by: ['super_event_id', 'status', 'looking_for_team'],
};

export class Registrations0007 extends Migration {
  override up(): void {
    this.addSql(`
      ${keepTally(onTracks)}
      ${keepTally(inHackathons)}
      create view published.registration_tally as
        select event_id, status, n from registrations.registration_tally;
      create view published.super_event_registration_tally as
        select super_event_id, status, looking_for_team, n from registrations.super_event_registration_tally;
    `);
  }

  override down(): void {
    this.addSql(`
      drop view published.super_event_registration_tally;
      drop view published.registration_tally;
      ${dropTally(inHackathons)}
      ${dropTally(onTracks)}
    `);
  }
}

import { Migration } from '@mikro-orm/migrations';

/**
 * Whether a track is there, held as that until the end of the asking transaction: who puts somebody into a team there cannot be
 * overtaken by its deletion, which ends the memberships that it sees.
 */
export class Events0027 extends Migration {
  override up(): void {
    this.addSql(`
      create function published.hold_track(track uuid) returns boolean
      language sql volatile security definer set search_path = ''
      begin atomic
        select true from events.track t where t.id = hold_track.track and t.deleted_at is null for share of t;
      end;
      revoke execute on function published.hold_track from public;
      grant execute on function published.hold_track to muster_teams;
    `);
  }

  override down(): void {
    this.addSql('drop function published.hold_track;');
  }
}

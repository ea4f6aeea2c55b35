import { Migration } from '@mikro-orm/migrations';

/** Whoever said no name is sorted by their address since; what registrations keep of that is brought up to date. */
export class Registrations0012 extends Migration {
  override up(): void {
    this.addSql(`select registrations.registration_name_mend();`);
  }

  override down(): void {}
}

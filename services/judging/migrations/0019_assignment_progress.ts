import { Migration } from '@mikro-orm/migrations';

/**
 * Names the view by what it tells: how far each assignment is. "Standing" is what a person is in an organization. The
 * former name stays for processes of the previous release.
 */
export class Judging0019 extends Migration {
  override up(): void {
    this.addSql(`
      alter view judging.standing rename to assignment_progress;
      create view judging.standing as select * from judging.assignment_progress;
    `);
  }

  override down(): void {
    this.addSql(`
      drop view judging.standing;
      alter view judging.assignment_progress rename to standing;
    `);
  }
}

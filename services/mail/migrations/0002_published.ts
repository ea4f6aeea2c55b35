import { Migration } from '@mikro-orm/migrations';

/** With what secrets are sealed for the mail service: the key it started with last. */
export class Mail0002 extends Migration {
  override up(): void {
    this.addSql(`
      create view published.mail_key as
        select public_key from mail.sealing_key order by since desc limit 1;
    `);
  }

  override down(): void {
    this.addSql(`drop view published.mail_key;`);
  }
}

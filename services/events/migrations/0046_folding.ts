import { Migration } from '@mikro-orm/migrations';

/** Values of lists are folded anew, where that gives another text since `published.fold` does as pages do. */
export class Events0046 extends Migration {
  override up(): void {
    this.addSql(`update events.choice_value set value = value where folded is distinct from published.fold(value);`);
  }
}

import { Migration } from '@mikro-orm/migrations';
import { kitTables, kitViews } from '../../../shared/database/kit-tables.ts';
import { names, parents, registrations } from './baseline/registrations.ts';
import { file, seat, tokens } from './baseline/belongings.ts';
import { routines } from './baseline/routines.ts';

/** Two levels: the parent holds a person's place and seat in the hackathon, a registration their place on a track. */
export class Registrations0001 extends Migration {
  override up(): void {
    this.addSql(parents + registrations + names + seat + tokens + file);
    this.addSql(kitTables('registrations') + kitViews('registrations'));
    this.addSql(routines);
  }
}

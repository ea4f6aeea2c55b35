import { Migration } from '@mikro-orm/migrations';
import { kitTables, kitViews } from '../../../shared/database/kit-tables.ts';
import { changes } from './baseline/changes.ts';
import { leaving } from './baseline/leaving.ts';
import { member, memberCount, submission, team, teamTally } from './baseline/tables.ts';

export class Teams0001 extends Migration {
  override up(): void {
    this.addSql(team + member + memberCount + teamTally + submission);
    this.addSql(kitTables('teams') + kitViews('teams'));
    this.addSql(leaving + changes);
  }
}

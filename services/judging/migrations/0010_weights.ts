import { Migration } from '@mikro-orm/migrations';

/**
 * Weights keep ten decimals, so that six times 1/6 stays what was sent. Their sum may pass 1 by what rounding adds. A view
 * that reads a column holds its type, and is made anew.
 */
export class Judging0010 extends Migration {
  override up(): void {
    this.addSql(retyped('numeric(11,10)', `alter table judging.weight_total add check (total between 0 and 1.00001);`));
  }

  override down(): void {
    this.addSql(retyped('numeric(6,5)', `alter table judging.weight_total add check (total between 0 and 1);`));
  }
}

const retyped = (type: string, bound: string) => `
  drop view published.criteria;
  alter table judging.weight_total drop constraint weight_total_total_check, alter column total type ${type};
  ${bound}
  alter table judging.criterion alter column weight type ${type};
  create view published.criteria as
    select c.id, c.organization_id, c.super_event_id, c.event_id, c.name, c.description, c.weight, c.order_index
      from judging.criterion c join published.tracks t on t.id = c.event_id;`;

/**
 * Numbers that are only counted to be shown are kept instead. A tally is the sum of its rows: whatever changes what is
 * counted appends a difference in the same statement, so nobody waits for anybody and nothing can be forgotten. Any
 * snapshot holds both sides, so comparing them is exact however much is going on.
 */
export interface Tally {
  readonly schema: string;
  /** The table whose rows are counted. */
  readonly counted: string;
  /** The columns that tell apart what is counted, never null; the first is what it is read by. */
  readonly by: readonly string[];
  /** Only rows that meet this. */
  readonly where?: string;
}

/** One statement in so many folds the differences it adds to. */
const foldsOneIn = 64;

/**
 * The table `<counted>_tally`, with what is there already. Released migrations run this text; a change to it is a new
 * migration, never an edit here.
 *
 * Folding deletes rows and appends their sum in one statement. Rows that somebody else folds just then are left to them.
 */
export function keepTally({ schema, counted, by, where = 'true' }: Tally): string {
  const [table, tally] = [`${schema}.${counted}`, `${schema}.${counted}_tally`];
  const [keys, first] = [by.join(', '), by[0]];
  const moved = (rows: string) => `
            insert into ${tally} (${keys}, n)
            select ${keys}, sum(n) from (${rows}) d group by ${keys} having sum(n) <> 0;`;
  const added = `select ${keys}, 1 as n from added where ${where}`;
  const removed = `select ${keys}, -1 as n from removed where ${where}`;
  const folded = (transition: string) => `
            if random() < 1.0 / ${foldsOneIn} then
              perform ${tally}_fold(array(select distinct ${first} from ${transition}));
            end if;`;
  return `
      create table ${tally} as select ${keys}, 0 as n from ${table} with no data;
      alter table ${tally} ${[...by, 'n'].map((column) => `alter ${column} set not null`).join(', ')},
        set (autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0.1);
      create index ${counted}_tally_of on ${tally} (${first});

      create function ${tally}_fold(which uuid[]) returns void
      language sql
      begin atomic
        with gone as (
          delete from ${tally} where ctid = any (array(
            select ctid from ${tally} where ${first} = any (which) for update skip locked))
          returning *)
        insert into ${tally} (${keys}, n) select ${keys}, sum(n) from gone group by ${keys} having sum(n) <> 0;
      end;

      create function ${tally}_differ() returns trigger
      language plpgsql
      as $$
      begin
        case tg_op
          when 'INSERT' then${moved(added)}${folded('added')}
          when 'UPDATE' then${moved(`${added} union all ${removed}`)}${folded('added')}
          when 'DELETE' then${moved(removed)}${folded('removed')}
        end case;
        return null;
      end
      $$;
      create trigger ${counted}_tally_inserted after insert on ${table}
        referencing new table as added for each statement execute function ${tally}_differ();
      create trigger ${counted}_tally_updated after update on ${table}
        referencing old table as removed new table as added for each statement execute function ${tally}_differ();
      create trigger ${counted}_tally_deleted after delete on ${table}
        referencing old table as removed for each statement execute function ${tally}_differ();

      -- Empty: what is counted less what is kept, where they differ. The difference is what mends it, whatever goes on.
      create view ${tally}_drift as
        select ${keys}, sum(n)::int as n
          from (select ${keys}, 1 as n from ${table} where ${where} union all select ${keys}, -n from ${tally}) d
         group by ${keys} having sum(n) <> 0;
      create function ${tally}_mend() returns void
      language sql
      begin atomic
        select pg_advisory_xact_lock(hashtextextended('${tally}', 0));
        insert into ${tally} (${keys}, n) select ${keys}, n from ${tally}_drift;
      end;
      select ${tally}_mend();
`;
}

export const dropTally = ({ schema, counted }: Tally): string => `
      drop function ${schema}.${counted}_tally_mend;
      drop view ${schema}.${counted}_tally_drift;
      drop trigger ${counted}_tally_inserted on ${schema}.${counted};
      drop trigger ${counted}_tally_updated on ${schema}.${counted};
      drop trigger ${counted}_tally_deleted on ${schema}.${counted};
      drop function ${schema}.${counted}_tally_differ;
      drop function ${schema}.${counted}_tally_fold;
      drop table ${schema}.${counted}_tally;
`;

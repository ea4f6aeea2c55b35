/**
 * Keeps counters for display. A counter is a table of differences whose sum is the count: each change appends a row in
 * the same statement, so writers never wait for each other and nothing is lost. Rows and counter are consistent in
 * every snapshot, so they can be compared at any time. Use it only where `count(*)` costs too much: figures in
 * `docs/decisions.md`.
 */
export interface Tally {
  readonly schema: string;
  /** The table whose rows are counted. */
  readonly counted: string;
  /** The columns to count by. They are never null, and reads go by the first of them. */
  readonly by: readonly string[];
  /** A condition for the rows to count. */
  readonly where?: string;
}

/** One in this many statements merges the rows that it adds to. */
const foldsOneIn = 64;

/**
 * Returns the SQL that creates the table `<counted>_tally` and fills it. Migrations that already ran contain this
 * text, so change it by a new migration and never by editing this function.
 */
export const keepTally = (tally: Tally): string => {
  const names = namesOf(tally);
  return tableOf(names) + foldOf(names) + triggersOf(names) + driftOf(names);
};

const namesOf = ({ schema, counted, by, where = 'true' }: Tally) => ({
  counted,
  table: `${schema}.${counted}`,
  tally: `${schema}.${counted}_tally`,
  by,
  keys: by.join(', '),
  first: by[0],
  where,
});
type Names = ReturnType<typeof namesOf>;

const tableOf = ({ table, tally, counted, by, keys, first }: Names) => `
      create table ${tally} as select ${keys}, 0 as n from ${table} with no data;
      alter table ${tally} ${[...by, 'n'].map((column) => `alter ${column} set not null`).join(', ')},
        set (autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0.1);
      create index ${counted}_tally_of on ${tally} (${first});
`;

/**
 * Merges rows: deletes them and appends their sum in one statement. Rows that another transaction is merging are
 * skipped.
 */
const foldOf = ({ tally, keys, first }: Names) => `
      create function ${tally}_fold(which uuid[]) returns void
      language sql
      begin atomic
        with gone as (
          delete from ${tally} where ctid = any (array(
            select ctid from ${tally} where ${first} = any (which) for update skip locked))
          returning *)
        insert into ${tally} (${keys}, n) select ${keys}, sum(n) from gone group by ${keys} having sum(n) <> 0;
      end;
`;

function triggersOf({ table, tally, counted, keys, first, where }: Names) {
  const added = `select ${keys}, 1 as n from added where ${where}`;
  const removed = `select ${keys}, -1 as n from removed where ${where}`;
  const differ = (rows: string, side: string) => `
            insert into ${tally} (${keys}, n)
            select ${keys}, sum(n) from (${rows}) d group by ${keys} having sum(n) <> 0;
            if random() < 1.0 / ${foldsOneIn} then
              perform ${tally}_fold(array(select distinct ${first} from ${side}));
            end if;`;
  return `
      create function ${tally}_differ() returns trigger
      language plpgsql
      as $$
      begin
        case tg_op
          when 'INSERT' then${differ(added, 'added')}
          when 'UPDATE' then${differ(`${added} union all ${removed}`, 'added')}
          when 'DELETE' then${differ(removed, 'removed')}
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
`;
}

/** Selects where the count and the tally differ, and by how much, which is also what corrects the tally. */
const driftOf = ({ table, tally, keys, where }: Names) => `
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

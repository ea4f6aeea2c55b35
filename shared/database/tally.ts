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

/** Deletes rows and appends their sum in one statement. Rows that somebody else folds just then are left to them. */
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

/** Where what is counted and what is kept differ, and by how much: that is also what mends it. */
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

/**
 * Finds and corrects stored values that are computed from other rows. The view `<name>_drift` lists differences; the
 * routine `<name>_mend` corrects them while the service is running.
 */
type Ask = (text: string) => Promise<{ rows: unknown[] }>;

export interface Drift {
  /** Such as `teams.team_tally`. */
  readonly name: string;
  /** The number of differences. */
  readonly count: number;
}

/** Returns every stored value that this login may read, with its number of differences. */
export async function driftsIn(ask: Ask): Promise<Drift[]> {
  const { rows } = await ask(`
    select format('%I.%I', n.nspname, left(c.relname, -6)) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'v' and c.relname like '%\\_drift'
       and has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select')
     order by 1`);
  const drifts: Drift[] = [];
  for (const { name } of rows as { name: string }[]) {
    const counted = await ask(`select count(*)::int as count from ${name}_drift`);
    drifts.push({ name, count: (counted.rows as { count: number }[])[0]?.count ?? 0 });
  }
  return drifts;
}

/** Corrects one stored value. */
export async function repairDrift(ask: Ask, { name }: Drift): Promise<void> {
  await ask(`select ${name}_mend()`);
}

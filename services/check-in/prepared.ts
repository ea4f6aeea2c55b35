import { CompiledQuery } from 'kysely';
import type { Db } from '../../shared/database/database.ts';

export interface Prepared {
  readonly name: string;
  readonly text: string;
}
export async function runPrepared<Row>(db: Db, { text }: Prepared, values: readonly unknown[]): Promise<Row[]> {
  return (await db.getKysely().executeQuery(CompiledQuery.raw(text, values as unknown[]))).rows as Row[];
}

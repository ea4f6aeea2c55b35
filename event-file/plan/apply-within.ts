/** An event file that somebody applies to their own organization, and not the operator to any. */
import { adoption, disown } from '../../services/organizations/portable.ts';
import type { Work } from '../../shared/database/portable.ts';
import type { EventFile } from '../format/schema.ts';
import { applyEventFile, type Applied } from './apply.ts';

/**
 * Like `applyEventFile`, but the slug does not count as the file's own afterwards: who has got a slug over HTTP cannot answer the
 * doubts by which the operator is warned of just that.
 */
export async function applyWithin(work: Work, file: EventFile): Promise<Applied> {
  const { slug } = file.organization;
  const wasAdopted = await adoption(work.db, slug);
  const applied = await applyEventFile(work, file);
  if (!wasAdopted) await disown(work.db, slug);
  return applied;
}

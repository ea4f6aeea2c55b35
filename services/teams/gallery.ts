/** The gallery of a hackathon: the projects that its teams show. */
import { wordsOf } from '../../shared/base/folding.ts';
import { published } from '../../shared/contract/languages.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { readList } from '../../shared/kit/whole-list.ts';
import { findGallery, shownProjects, type ShownProject } from './gallery.sql.ts';

/** A closed gallery is answered like one that never was. The gateway remembers an open one for people without an account. */
export const listProjects: Action<'teams.listProjects'> = async (ctx) => {
  const { slug, search, team_id } = ctx.params;
  const [found = ctx.fail('NOT_FOUND'), another] = await findGallery(ctx.db, slug, ctx.visitor);
  if (another?.is_theirs === found.is_theirs) return ctx.fail('AMBIGUOUS_SLUG');
  if (!found.is_shown) return ctx.fail('SECOND_FACTOR_MISSING');
  const { id, name, slug: present, name_i18n } = found;
  const { rows, count } = await readList(ctx, shownProjects(id, { words: wordsOf(search), team_id }));
  const hackathon = { id, name, slug: present, ...published('name_i18n', name_i18n) };
  return { hackathon, projects: rows.map(shownProject), count };
};

const shownProject = (row: ShownProject) => ({
  id: row.id,
  title: row.title,
  summary: row.summary,
  team: row.team,
  track: row.track,
  table: row.table,
  links: row.links,
  video_url: row.video_url,
  built_with: row.built_with,
  prizes_won: row.prizes_won,
});

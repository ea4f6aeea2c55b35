/** The questions of a track to its projects, as services read them. */
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { projectQuestion, type ProjectQuestion, type SentQuestion } from '../contract/questions.ts';
import { checkOfRule } from '../contract/validator.ts';

/** SQL: the questions of the track `e`, as organizers wrote them. */
export const storedQuestions = sql`e.config_json #> '{submissions,questions}'`;

/** SQL: the languages of the hackathon `s`, as texts of it are read in them. */
export const storedLocales = sql`array(select unnest(l.locales) from published.looks l where l.super_event_id = s.id)`;

const isQuestion = checkOfRule(projectQuestion);

/** The latest lists, by their JSON: checking one takes longer than everything else about it. */
const read = new LRUCache<string, readonly ProjectQuestion[]>({ max: 50, memoMethod: parse });

/** Returns the questions of a stored configuration without those of another form, because settings once had no rules. */
export const questionsOf = (stored: unknown): readonly ProjectQuestion[] => read.memo(JSON.stringify(stored ?? null));

function parse(text: string): readonly ProjectQuestion[] {
  const stored: unknown = JSON.parse(text);
  const questions = Array.isArray(stored) ? stored.filter((one) => isQuestion(structuredClone(one)) === true) : [];
  return (questions as SentQuestion[]).map(({ id, field_type, label, ...more }) => ({
    ...{ id, field_type, label, description: null, options: [], is_required: false, validation_rules: {} },
    ...{ label_i18n: {}, description_i18n: {}, options_i18n: {} },
    ...more,
  }));
}

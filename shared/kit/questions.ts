/** The questions of a track to its projects, as services read them. */
import { sql } from 'kysely';
import { projectQuestions, type ProjectQuestion, type SentQuestion } from '../contract/questions.ts';
import { checkOfRule } from '../contract/validator.ts';

/** SQL: the questions of the track `e`, as organizers wrote them. */
export const storedQuestions = sql`e.config_json #> '{submissions,questions}'`;

/** SQL: the languages of the hackathon `s`, as texts of it are read in them. */
export const storedLocales = sql`array(select unnest(l.locales) from published.looks l where l.super_event_id = s.id)`;

const areQuestions = checkOfRule(projectQuestions);

/** Returns the questions of a stored configuration; none where it has another form, because settings once had no rules. */
export function questionsOf(stored: unknown): ProjectQuestion[] {
  if (!Array.isArray(stored) || areQuestions(structuredClone(stored)) !== true) return [];
  return (stored as SentQuestion[]).map(({ id, field_type, label, ...more }) => ({
    ...{ id, field_type, label, description: null, options: [], is_required: false, validation_rules: {} },
    ...{ label_i18n: {}, description_i18n: {}, options_i18n: {} },
    ...more,
  }));
}

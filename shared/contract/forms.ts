/** Decides whether a question of a form is shown: in pages while a person types, and in services. */

/** A question is shown where another one has this answer. */
export interface Condition {
  readonly field_id: string;
  /** The chosen option; of a checkbox, whether it is ticked. */
  readonly equals?: string | boolean | undefined;
  /** One of the chosen options. */
  readonly includes?: string | undefined;
}

/** Tells whether a question is shown beside these answers, by the ids of fields. A checkbox without an answer is not ticked. */
export function isShown(
  { show_if }: { readonly show_if?: Condition | null | undefined },
  answers: Readonly<Record<string, unknown>>,
): boolean {
  if (!show_if) return true;
  const { field_id, equals, includes } = show_if;
  // An event file names fields by keys, of which one may be called `constructor`.
  const answer = Object.hasOwn(answers, field_id) ? answers[field_id] : undefined;
  if (includes !== undefined) return Array.isArray(answer) && answer.includes(includes);
  return typeof equals === 'boolean' ? (answer === true) === equals : answer === equals;
}

/** The name under which a select offers every country, and no organization keeps a list. */
export const countryList = 'countries';

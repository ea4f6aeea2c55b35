/** Texts of a hackathon in the language of the page, where it has them: its name from `name_i18n`. */
import { language } from './intl.ts';

type Members = Readonly<Record<string, unknown>>;

/** Returns a text of a hackathon, a track, a prize or a question in the language of the page, else the plain one. */
export function textOf<Of extends object, const Name extends keyof Of & string>(of: Of, name: Name): Of[Name] {
  const texts = (of as Members)[`${name}_i18n`] as Members | undefined;
  return (texts?.[language] ?? of[name]) as Of[Name];
}

/** Returns an answer with all of its texts in the language of the page. Options stay plain, because they are people's answers. */
export function spoken<Answer>(answer: Answer): Answer {
  if (Array.isArray(answer)) return answer.map(spoken) as Answer;
  if (typeof answer !== 'object' || answer === null) return answer;
  const members = Object.keys(answer).map((name) => {
    const value = (answer as Members)[name];
    return [name, Array.isArray(value) ? spoken(value) : spoken(textOf(answer as Members, name))];
  });
  return Object.fromEntries(members) as Answer;
}

interface Offering {
  readonly options: readonly string[];
}

/** Returns the options of a question, each with what the page shows for it. */
export function optionsOf(field: Offering): readonly { readonly option: string; readonly text: string }[] {
  const texts = textOf(field, 'options');
  return field.options.map((option, place) => ({ option, text: texts[place] ?? option }));
}

/** Returns an answer to a question with its options as the page shows them. */
export function answerOf(field: Offering, answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map((each) => answerOf(field, each));
  return optionsOf(field).find(({ option }) => option === answer)?.text ?? answer;
}

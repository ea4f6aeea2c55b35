/** The texts of a hackathon in an email, in the language of its recipient. */
import type { EmailData, EmailName } from '../../shared/contract/emails.ts';
import type { DecisionLetters } from '../../shared/contract/fields.ts';
import { inLanguages } from '../../shared/contract/languages.ts';
import { toldStatuses, type Locale } from '../../shared/contract/values.ts';
import type { EmailLook } from './announcements.sql.ts';

interface Named {
  readonly super_event_name?: string;
  readonly event_name?: string | null;
}

/** Returns the data with the names of hackathon and track, and the hackathon's own paragraphs, in a language that it has. */
export function inLanguage<L extends EmailName>(
  locale: Locale | undefined,
  data: EmailData<L>,
  look: EmailLook | undefined,
): { readonly data: EmailData<L>; readonly own: DecisionLetters | undefined } {
  if (locale === undefined || !look?.locales.includes(locale)) return { data, own: look?.letters };
  const { super_event_name, event_name } = data as Named;
  const hackathon = super_event_name === undefined ? undefined : look.name_i18n?.[locale];
  const track = event_name ? look.tracks.find(({ name }) => name === event_name)?.name_i18n?.[locale] : undefined;
  return {
    data: {
      ...data,
      ...(hackathon !== undefined && { super_event_name: hackathon }),
      ...(track !== undefined && { event_name: track }),
    },
    own: ownIn(locale, look.letters),
  };
}

function ownIn(locale: Locale, letters: DecisionLetters): DecisionLetters {
  const texts = toldStatuses.flatMap((status) => {
    const text = letters[inLanguages(status)]?.[locale];
    return text === undefined ? [] : [[status, text] as const];
  });
  return { ...letters, ...Object.fromEntries(texts) };
}

/** Chooses the language of a page where it stands. */
import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { Locale } from '../../shared/contract/values.ts';
import { language } from './intl.ts';
import { languages, prefer } from './language.ts';
import { online } from './online.ts';
import { api, resume } from './session.ts';
import { frame } from './texts/en.ts';

/**
 * Has the person's emails come in a language as well, and opens this page in it. Returns whether it could be fetched. Somebody
 * may choose before the page has taken up their session.
 */
async function speak(locale: Locale): Promise<boolean> {
  const isSignedIn = await resume().catch(() => false);
  prefer(locale);
  // An account that cannot be told is told by the account page.
  if (isSignedIn) await api.identity.updateMe({ locale }).catch(() => undefined);
  const isThere = online.value && (await fetchPage());
  if (isThere) location.reload();
  return isThere;
}

/** The worker of the page stores it with this request. A slow network would otherwise open the stored one in the former language. */
const fetchPage = () =>
  fetch(location.pathname, { headers: { Accept: 'text/html' } }).then(
    () => true,
    () => false,
  );

interface Props {
  /** All unless said. */
  readonly among?: readonly Locale[] | undefined;
}

/** A select of languages with its label. Without a network the choice counts for the next time that the page is opened. */
export function LanguageChoice({ among = languages.map(([locale]) => locale) }: Props) {
  const id = useId();
  const isLater = useSignal(false);
  const choose = async (locale: Locale) => {
    isLater.value = !(await speak(locale));
  };
  return (
    <>
      <label for={id}>{frame.language}</label>{' '}
      <select id={id} data-testid="language" onChange={({ currentTarget: { value } }) => void choose(value as Locale)}>
        {languages.map(
          ([locale, name]) =>
            among.includes(locale) && (
              <option key={locale} value={locale} lang={locale} selected={locale === language}>
                {name}
              </option>
            ),
        )}
      </select>
      {isLater.value && (
        <span role="status" class="small">
          {' '}
          {frame.languageLater}
        </span>
      )}
    </>
  );
}

/** Buttons to sign in by others, and what is said where that failed. Without settings there are none. */
import { addressOf } from './address.ts';
import { stranger } from './client.ts';
import { useLoaded } from './loaded.tsx';
import { providers } from './people/texts/en.ts';

interface Props {
  /** The path of the page to go on to, such as `/me`. */
  readonly next: string;
}
export function Providers({ next }: Props) {
  const { data = [] } = useLoaded(() => stranger.identity.listProviders(), []);
  if (data.length === 0) return null;
  return (
    <div class="stack tight" role="group" aria-label={providers.name}>
      {data.map(({ name, label }) => (
        <a
          key={name}
          class="button calm"
          data-testid={`sign-in-by-${name}`}
          href={addressOf(`/auth/by/${name}?${new URLSearchParams({ next }).toString()}`).href}
        >
          {providers.goOn(label)}
        </a>
      ))}
    </div>
  );
}

const { DECLINED, ISSUER_UNAVAILABLE, ADDRESS_UNVERIFIED, failed } = providers;
const words = new Map(Object.entries({ DECLINED, ISSUER_UNAVAILABLE, ADDRESS_UNVERIFIED }));
/** The texts of refusals. The rest is about attacks, and trying again is all that one can do. */
export const refusedWords = (code: string): string => words.get(code) ?? failed;

/** A link by which others join a team; each new one ends the former. */
import { useSignal } from '@preact/signals';
import { Button } from '../../shared/button.tsx';
import { Notice } from '../../shared/notice.tsx';
import { api } from '../../shared/session.ts';
import { ownZone } from '../../shared/intl.ts';
import { moment } from '../../shared/time.ts';
import { attempt } from '../attempt.ts';
import type { Team } from '../places.ts';
import { team as texts } from './texts/en.ts';

interface Made {
  readonly url: string;
  readonly code: string;
  readonly expires_at: string;
}

export function Invite({ team: { id, places_left: left } }: { readonly team: Team }) {
  const wrong = useSignal('');
  const made = useSignal<Made | undefined>(undefined);
  if (left === 0) return <p class="small quiet">{texts.isFull}</p>;
  const invite = async () => {
    wrong.value = await attempt(async () => (made.value = await api.teams.invite({ id })));
  };
  return (
    <div class="stack">
      <p class="small">{texts.placesLeft(left)}</p>
      {made.value && <Link key={made.value.url} made={made.value} />}
      {wrong.value && <Notice kind="bad">{wrong.value}</Notice>}
      <div class="row">
        <Button kind="calm" data-testid="team-invite" onClick={invite}>
          {made.value ? texts.newLink : texts.invite}
        </Button>
      </div>
    </div>
  );
}

function Link({ made: { url, code, expires_at } }: { readonly made: Made }) {
  return (
    <>
      <p class="small">{texts.send}</p>
      <a class="small link" href={url} data-testid="team-invite-url">
        {url}
      </a>
      <p class="small">{texts.orCode(<strong data-testid="team-invite-code">{inFours(code)}</strong>)}</p>
      <p class="small quiet">{texts.goodUntil(moment(expires_at, ownZone))}</p>
      <Handing url={url} />
    </>
  );
}

/** A code as people read it out. */
const inFours = (code: string): string => code.match(/.{1,4}/g)?.join(' ') ?? code;

/** Copies the link, or gives it to another app, where the browser can. */
function Handing({ url }: Pick<Made, 'url'>) {
  const isCopied = useSignal(false);
  const copy = async () => {
    // A browser that does not let it leaves the link to be copied by hand.
    isCopied.value = await navigator.clipboard.writeText(url).then(
      () => true,
      () => false,
    );
  };
  // Rejects where the person thinks otherwise.
  const share = () => navigator.share({ url }).catch(() => undefined);
  return (
    <div class="row">
      {'clipboard' in navigator && (
        <Button kind="calm" onClick={copy}>
          {isCopied.value ? texts.isCopied : texts.copy}
        </Button>
      )}
      {'share' in navigator && (
        <Button kind="calm" onClick={share}>
          {texts.share}
        </Button>
      )}
    </div>
  );
}

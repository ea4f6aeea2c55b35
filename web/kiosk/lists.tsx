/** What lies behind: readings to look into, names to look up, the latest. */
import { useSignal } from '@preact/signals';
import { Button } from '../shared/button.tsx';
import { Field } from '../shared/field.tsx';
import { clock } from '../shared/time.ts';
import type { Kiosk } from './kiosk.ts';
import type { Verdict } from './model.ts';
import { signs } from './verdict-screen.tsx';

interface Props {
  readonly kiosk: Kiosk;
}

const Word = ({ verdict }: { readonly verdict: Verdict }) => {
  const [sign, word] = signs[verdict.kind];
  return (
    <span class="tag said" data-kind={verdict.kind}>
      <span aria-hidden="true">{sign}</span> {word}
    </span>
  );
};

/** Where the service decided otherwise than people were told. */
export function Disputes({ kiosk }: Props) {
  const disputes = kiosk.disputes.value;
  if (disputes.length === 0) return null;
  return (
    <section class="card" data-testid="disputes">
      <h2>Look into these ({disputes.length})</h2>
      <ul class="entries">
        {disputes.map(({ nonce, at, shown, verdict }) => (
          <li key={nonce} data-testid="dispute">
            <strong>{verdict.name ?? shown?.name ?? 'Unknown code'}</strong>
            <time dateTime={at}>{clock(at, kiosk.zone.value)}</time>
            <span class="told">
              {shown ? <Word verdict={shown} /> : <span class="tag">Nothing was shown</span>}
              <span aria-label="but is"> → </span>
              <Word verdict={verdict} />
            </span>
            <span class="quiet small">{verdict.advice}</span>
            <Button kind="calm" onClick={() => kiosk.dismiss(nonce)}>
              Done
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Who forgot their code: whether they are on the list. Checking in by hand is for the desk. */
export function Search({ kiosk }: Props) {
  const words = useSignal('');
  const point = kiosk.point.value;
  const found = point ? kiosk.roster.search(words.value, point) : [];
  return (
    <details class="card">
      <summary>Search by name</summary>
      <Field
        label="Name"
        type="search"
        autocomplete="off"
        onInput={(event) => (words.value = event.currentTarget.value)}
        hint="For people without their code. The desk checks them in by hand."
      />
      <div role="status">
        {words.value.trim() !== '' && found.length === 0 && (
          <p>Nobody of this name is on the list. Send them to the desk.</p>
        )}
        {found.length > 0 && <p>On the list. Send them to the desk.</p>}
        <ul class="entries">
          {found.map((guest) => (
            <li key={guest.token_hash}>
              <strong>{guest.name}</strong>
              <span class="quiet small">{kiosk.trackOf(guest)}</span>
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}

/** The last fifty. */
export function Latest({ kiosk }: Props) {
  const entries = kiosk.latest.value;
  return (
    <details class="card">
      <summary>Latest ({entries.length})</summary>
      {entries.length === 0 && <p class="quiet">Nothing was scanned yet.</p>}
      <ul class="entries" data-testid="latest">
        {entries.map(({ nonce, at, verdict }) => (
          <li key={nonce}>
            <strong>{verdict.name ?? 'Unknown code'}</strong>
            <time dateTime={at}>{clock(at, kiosk.zone.value)}</time>
            <Word verdict={verdict} />
          </li>
        ))}
      </ul>
    </details>
  );
}

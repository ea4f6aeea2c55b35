/** Lists behind the camera: readings to look into, and the latest scans. */
import { Button } from '../../shared/button.tsx';
import { clock } from '../../shared/time.ts';
import type { Kiosk } from '../kiosk.ts';
import type { Verdict } from '../model.ts';
import { shownName } from '../preferences.ts';
import { UndoButton } from '../undo.tsx';
import { signs } from '../verdict-screen.tsx';
import { readings, signs as words } from '../texts/en.ts';
import { lists as texts } from './texts/en.ts';

interface Props {
  readonly kiosk: Kiosk;
}

const Word = ({ verdict: { kind } }: { readonly verdict: Verdict }) => (
  <span class="tag said" data-kind={kind}>
    <span aria-hidden="true">{signs[kind]}</span> {words[kind]}
  </span>
);

/** Where the service decided otherwise than people were told. */
export function Disputes({ kiosk }: Props) {
  const disputes = kiosk.lists.disputes.value;
  if (disputes.length === 0) return null;
  return (
    <section class="card" data-testid="disputes">
      <h2>{texts.lookInto(disputes.length)}</h2>
      <ul class="entries">
        {disputes.map(({ nonce, at, shown, verdict }) => (
          <li key={nonce} data-testid="dispute">
            <strong>{shownName(verdict.name ?? shown?.name ?? null, verdict.unnamed)}</strong>
            <time dateTime={at}>{clock(at, kiosk.zone.value)}</time>
            <span class="told">
              {shown ? <Word verdict={shown} /> : <span class="tag">{texts.nothingShown}</span>}
              <span aria-label={texts.butIs}> → </span>
              <Word verdict={verdict} />
            </span>
            <span class="quiet small">{verdict.advice}</span>
            <Button kind="calm" onClick={() => kiosk.lists.dismiss(nonce)}>
              {texts.done}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The last fifty. */
export function Latest({ kiosk }: Props) {
  const entries = kiosk.lists.latest.value;
  return (
    <details class="card">
      <summary>{texts.latest(entries.length)}</summary>
      {entries.length === 0 && <p class="quiet">{texts.nothing}</p>}
      <ul class="entries" data-testid="latest">
        {entries.map((entry) => (
          <li key={entry.nonce}>
            <strong>{shownName(entry.verdict.name, entry.verdict.unnamed)}</strong>
            <time dateTime={entry.at}>{clock(entry.at, kiosk.zone.value)}</time>
            {entry.isUndone ? <span class="tag">{readings.undone}</span> : <Word verdict={entry.verdict} />}
            <UndoButton kiosk={kiosk} entry={entry} />
          </li>
        ))}
      </ul>
    </details>
  );
}

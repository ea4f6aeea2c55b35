import { useSignal } from '@preact/signals';
import { Button } from '../../shared/button.tsx';
import { Field } from '../../shared/field.tsx';
import type { Kiosk } from '../kiosk.ts';
import { peopleIn } from './finding.ts';
import type { Guest } from '../model.ts';
import { search as texts } from './texts/en.ts';

interface Props {
  readonly kiosk: Kiosk;
}

const mayCheckIn = (kiosk: Kiosk) => kiosk.ground.value?.device.may_search === true;

/** Finds people without their code, and checks them in with two taps where this kiosk may. */
export function Search({ kiosk }: Props) {
  const words = useSignal('');
  const chosen = useSignal<string | null>(null);
  const point = kiosk.point.value;
  const found = point ? peopleIn(kiosk.roster, words.value, point) : [];
  const isFinal = mayCheckIn(kiosk);
  const choose = (guest: Guest | null) => {
    chosen.value = guest?.token_hash ?? null;
    if (!guest) words.value = '';
  };
  return (
    <details class="card">
      <summary>{texts.title}</summary>
      <Field
        data-testid="kiosk-search"
        label={texts.name}
        type="search"
        autocomplete="off"
        value={words.value}
        onInput={(event) => (words.value = event.currentTarget.value)}
        hint={isFinal ? texts.hint : texts.hintOfDesk}
      />
      <div role="status">
        {words.value.trim() !== '' && found.length === 0 && <p>{texts.nobody}</p>}
        {found.length > 0 && !isFinal && <p>{texts.onTheList}</p>}
      </div>
      <ul class="entries">
        {found.map((guest) => (
          <li key={guest.token_hash}>
            <Found kiosk={kiosk} guest={guest} isChosen={chosen.value === guest.token_hash} onChoose={choose} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The names of somebody's tracks, by which namesakes are told apart. */
function tracksOf({ roster, ground }: Kiosk, guest: Guest): readonly string[] {
  const its = guest.event_id === null ? roster.tracksOf(guest) : new Set([guest.event_id]);
  return (ground.value?.tracks ?? []).filter(({ id }) => its.has(id)).map(({ name }) => name);
}

interface Finding extends Props {
  readonly guest: Guest;
  readonly isChosen: boolean;
  /** Null: somebody is checked in, and the search begins anew. */
  readonly onChoose: (guest: Guest | null) => void;
}
/** The first tap says who it is, the second that they come in. */
function Found({ kiosk, guest, isChosen, onChoose }: Finding) {
  const start = guest.email_start && `${guest.email_start}…`;
  const named = (
    <>
      <strong>{guest.name}</strong>
      <span class="quiet small">{[...tracksOf(kiosk, guest), start].filter(Boolean).join(' · ')}</span>
    </>
  );
  if (!mayCheckIn(kiosk)) return named;
  const checkIn = () => {
    onChoose(null);
    return kiosk.checkIn(guest);
  };
  return (
    <>
      <button type="button" class="found" aria-pressed={isChosen} onClick={() => onChoose(guest)}>
        {named}
      </button>
      {isChosen && (
        <Button data-testid="kiosk-check-in" onClick={checkIn}>
          {texts.checkIn}
          <span class="unseen">: {guest.name}</span>
        </Button>
      )}
    </>
  );
}

/** The confirmation of an accepted person, and its deadline. */
import { Button } from '../../shared/button.tsx';
import { online } from '../../shared/online.ts';
import { api } from '../../shared/session.ts';
import { deadline } from '../../shared/periods.ts';
import { moment } from '../../shared/time.ts';
import { useHackathon } from '../hackathons.ts';
import { Form, useTexts } from '../parts/form.tsx';
import { attempt } from '../parts/said.tsx';
import { instantOf, TimeField, wallOf } from '../setup/zoned.tsx';
import type { Confirmation } from './details.ts';
import { zoned } from '../setup/texts/en.ts';
import { confirming } from './texts/en.ts';

interface Props {
  /** Of their place in the hackathon. */
  readonly id: string;
  readonly of: Confirmation;
  readonly changed: () => Promise<void>;
}

/** Nothing of those who have no place and had none to confirm. */
export function Confirming({ id, of, changed }: Props) {
  const { zone } = useHackathon();
  const { status, confirmed_at, lapsed_at } = of;
  if (status !== 'accepted' && !lapsed_at) return null;
  return (
    <section class="stack" data-testid="confirmation">
      <h3>{confirming.title}</h3>
      {lapsed_at && <p>{confirming.lapsed(moment(lapsed_at, zone))}</p>}
      {confirmed_at && <p>{confirming.confirmed(moment(confirmed_at, zone))}</p>}
      {status === 'accepted' && !confirmed_at && (
        <Until key={of.confirm_by} id={id} confirm_by={of.confirm_by} changed={changed} />
      )}
    </section>
  );
}

interface Asked extends Pick<Props, 'id' | 'changed'>, Pick<Confirmation, 'confirm_by'> {}
function Until({ id, confirm_by, changed }: Asked) {
  const { zone } = useHackathon();
  const { texts, former, field, send } = useTexts({ confirm_by: wallOf(confirm_by, zone) });
  const ask = (until: string | null) => api.registrations.updateParent({ id, confirm_by: until });
  const set = async () => {
    const until = instantOf(texts.value.confirm_by, zone);
    if (texts.value.confirm_by === former().confirm_by) return;
    if (until && (await send(() => ask(until), confirming.set(deadline(until, zone))))) await changed();
  };
  const lift = async () => {
    if (await attempt(() => ask(null), confirming.lifted)) await changed();
  };
  return (
    <>
      <p>{confirm_by ? confirming.until(deadline(confirm_by, zone)) : confirming.notAsked}</p>
      <Form onSend={set}>
        <TimeField label={confirming.by} hint={zoned.timesOf(zone)} required {...field('confirm_by')} />
        <div class="row">
          <Button kind="calm" disabled={!online.value}>
            {confirm_by ? confirming.setAnother : confirming.ask}
          </Button>
          {confirm_by && (
            <Button kind="bare" disabled={!online.value} onClick={lift}>
              {confirming.askNoMore}
            </Button>
          )}
        </div>
      </Form>
    </>
  );
}

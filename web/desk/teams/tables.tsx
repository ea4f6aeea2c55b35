/** Numbers the teams of a track, and prints a card for each table. */
import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { addressOf } from '../../shared/address.ts';
import { Button } from '../../shared/button.tsx';
import { Field } from '../../shared/field.tsx';
import { Empty, useLoaded } from '../../shared/loaded.tsx';
import { online } from '../../shared/online.ts';
import { useHackathon } from '../hackathons.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Choose } from '../parts/fields.tsx';
import { Box, Form, useTexts, type Typed } from '../parts/form.tsx';
import { Shown } from '../parts/listing.tsx';
import { lists } from '../texts/en.ts';
import { everySeatedTeam, numberTables, type Team } from './requests.ts';
import { tables } from './texts/en.ts';

const orders = [
  { value: 'name', name: tables.name },
  { value: 'project', name: tables.project },
  { value: 'created', name: tables.created },
] as const;

interface Props {
  readonly again: () => Promise<void>;
}

/** Numbers all tables, or prints their cards. */
export function TableWork({ again }: Props) {
  const { tracks } = useHackathon();
  const opened = useSignal<'number' | 'cards'>();
  const close = () => (opened.value = undefined);
  if (tracks.length === 0) return null;
  return (
    <div class="end">
      <Button
        kind="calm"
        disabled={!online.value}
        onClick={() => (opened.value = 'number')}
        data-testid="tables-number"
      >
        {tables.number}
      </Button>
      <Button kind="calm" disabled={!online.value} onClick={() => (opened.value = 'cards')}>
        {tables.print}
      </Button>
      {opened.value === 'number' && <Numbering again={again} onClose={close} />}
      {opened.value === 'cards' && <Cards onClose={close} />}
    </div>
  );
}

function Numbering({ again, onClose }: Props & { readonly onClose: () => void }) {
  const { tracks } = useHackathon();
  const { texts, field, send } = useTexts({ prefix: '', start: '1' });
  const track = useSignal(tracks[0]?.id ?? '');
  const order = useSignal<(typeof orders)[number]['value']>('name');
  const isAgain = useSignal(false);
  const number = async () => {
    const { prefix, start } = texts.value;
    const wanted = { prefix, start: Number(start), order: order.value, again: isAgain.value };
    const done = await send(
      () => numberTables(track.value, wanted),
      ({ numbered, kept }) => tables.numbered(numbered, kept),
    );
    if (!done) return;
    onClose();
    await again();
  };
  return (
    <Dialog title={tables.number} onClose={onClose}>
      <Form onSend={number}>
        <Choose
          label={lists.track}
          value={track.value}
          options={tracks.map(({ id, name }) => ({ value: id, name }))}
          onChoose={(id) => (track.value = id)}
        />
        <Choose
          label={tables.order}
          value={order.value}
          options={orders}
          onChoose={(chosen) => (order.value = chosen)}
        />
        <Named field={field} />
        <Box label={tables.again} isOn={isAgain.value} onChange={(isOn) => (isAgain.value = isOn)} />
        <p class="quiet small">{tables.others}</p>
        <Button>{tables.yes}</Button>
      </Form>
    </Dialog>
  );
}

/** The names of the tables: `A1`, `A2` and so on. */
const Named = ({ field }: { readonly field: (name: 'prefix' | 'start') => Typed }) => (
  <>
    <Field label={tables.prefix} hint={tables.prefixHint} maxLength={14} autocomplete="off" {...field('prefix')} />
    <Field label={tables.first} type="number" min={0} max={99_999} required {...field('start')} />
  </>
);

type Code = ComponentType<{ text: string; label: string }>;

function Cards({ onClose }: { readonly onClose: () => void }) {
  const hackathon = useHackathon();
  const ready = useLoaded(
    async (signal) => {
      const [teams, { QrCode }] = await Promise.all([
        everySeatedTeam(hackathon, signal),
        import('../../shared/qr-code.tsx'),
      ]);
      return { teams, Code: QrCode as Code };
    },
    [hackathon.id],
  );
  return (
    <Dialog title={tables.cards} onClose={onClose}>
      <Shown of={ready}>
        {({ teams, Code }) =>
          teams.length === 0 ? <Empty>{tables.none}</Empty> : <Printed teams={teams} Code={Code} />
        }
      </Shown>
    </Dialog>
  );
}

/** One card a page, A5; the browser prints them. */
function Printed({ teams, Code }: { readonly teams: readonly Team[]; readonly Code: Code }) {
  const { slug } = useHackathon();
  useEffect(() => {
    document.body.classList.add('prints-cards');
    return () => document.body.classList.remove('prints-cards');
  }, []);
  return (
    <>
      <p class="unprinted">{tables.explained(teams.length)}</p>
      <div class="unprinted">
        <Button onClick={() => print()}>{tables.printNow}</Button>
      </div>
      <ul class="plain table-cards" tabIndex={0} aria-label={tables.cards}>
        {teams.map(({ id, name, table, track }) => (
          <li key={id} class="table-card">
            <strong>{table}</strong>
            <span>{name}</span>
            <span class="quiet">{track.name}</span>
            <Code text={addressOf(`/projects/${slug}#${id}`).href} label={tables.projectOf(name)} />
          </li>
        ))}
      </ul>
    </>
  );
}

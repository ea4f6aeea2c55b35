import { Button } from '../../shared/button.tsx';
import { pathOf } from '../../shared/address.ts';
import { useLoaded } from '../../shared/loaded.tsx';
import { Notice } from '../../shared/notice.tsx';
import { online } from '../../shared/online.ts';
import { useHackathon } from '../hackathons.ts';
import { useFresh } from '../live.ts';
import { ComingRows, Shown } from '../parts/listing.tsx';
import { attempt } from '../parts/said.tsx';
import { hashOf, place, type View } from '../place.ts';
import { publish, readSetup, type Setup } from './requests.ts';
import { checklist as texts } from './texts/en.ts';

export function Checklist() {
  const hackathon = useHackathon();
  const setup = useLoaded((signal) => readSetup(hackathon, signal), [hackathon.id], 'setup');
  useFresh(hackathon.live, setup.again, ['super_event', 'event', 'role', 'criterion', 'checkin_point']);
  return (
    <Shown of={setup} coming={<ComingRows />}>
      {(found) => (
        <>
          <Standing setup={found} again={setup.again} />
          <ol class="plain checklist">
            {linesOf(found).map((line) => (
              <li key={line.key}>
                <a class="card" data-testid={`checklist-${line.key}`} data-done={line.isDone} href={hashOf(line.to)}>
                  <span class={`tag ${line.isDone ? 'good' : ''}`}>{line.isDone ? texts.done : texts.open}</span>
                  <span>
                    <strong>{line.name}</strong> <span class="quiet">{line.more}</span>
                  </span>
                </a>
              </li>
            ))}
          </ol>
        </>
      )}
    </Shown>
  );
}

/** Shows how people see the hackathon now, and the next step. */
function Standing({
  setup: { superEvent, tracks },
  again,
}: {
  readonly setup: Setup;
  readonly again: () => Promise<void>;
}) {
  const hackathon = useHackathon();
  const isOpen = tracks.some(({ status_of_setup }) => status_of_setup.checklist.has_registration_open);
  if (superEvent.status === 'draft') {
    const act = hackathon.isAdministered && (
      <Button
        disabled={!online.value}
        onClick={async () => {
          if (await attempt(() => publish(hackathon), texts.isPublished)) await again();
        }}
      >
        {texts.publish}
      </Button>
    );
    return (
      <Notice kind="info" action={act}>
        {texts.isDraft}
      </Notice>
    );
  }
  const page = (
    <a class="button calm" href={pathOf(`/apply/${superEvent.slug}`)}>
      {isOpen ? texts.seeApply : texts.seePage}
    </a>
  );
  return (
    <Notice kind={isOpen ? 'good' : 'info'} action={superEvent.visibility === 'private' ? undefined : page}>
      {isOpen ? texts.canApply : texts.cannotApply}
    </Notice>
  );
}

interface Line {
  readonly key: string;
  readonly name: string;
  readonly more: string;
  readonly isDone: boolean;
  readonly to: { readonly hackathon: string; readonly view: View; readonly part?: string };
}

const said = (done: string, missing: readonly string[]) => (missing.length > 0 ? texts.missing(missing) : done);
const at = (part: string) => ({ hackathon: place.value.hackathon, view: 'setup' as const, part });

const linesOf = (setup: Setup): readonly Line[] => [...toPublish(setup), ...toRun(setup)];

/** The steps before people can apply. */
function toPublish({ superEvent, tracks, fields }: Setup): readonly Line[] {
  const hasDates = Boolean(superEvent.tz && superEvent.start_at && superEvent.end_at);
  const undated = tracks.filter(({ status_of_setup: { checklist } }) => !checklist.has_dates).map(({ name }) => name);
  const open = tracks.filter(({ status_of_setup: { checklist } }) => checklist.has_registration_open).length;
  const areFinal = tracks.length > 0 && tracks.every(({ status }) => status === 'final');
  return [
    {
      ...{ key: 'has_name', name: texts.name, to: at('hackathon') },
      isDone: superEvent.name !== '' && Boolean(superEvent.description),
      more: superEvent.description ? superEvent.name : texts.sayAbout,
    },
    {
      ...{ key: 'has_dates', name: texts.dates, to: at(hasDates && undated.length > 0 ? 'tracks' : 'hackathon') },
      isDone: hasDates && undated.length === 0,
      more: hasDates ? said(texts.datesOf, undated) : texts.beginAndEnd,
    },
    {
      key: 'tracks',
      name: texts.tracks,
      to: at('tracks'),
      isDone: tracks.length > 0,
      more: texts.trackCount(tracks.length),
    },
    {
      ...{ key: 'fields', name: texts.questions, to: at('form'), isDone: fields > 0 },
      more: fields > 0 ? texts.questionCount(fields) : texts.emailAlone,
    },
    {
      ...{ key: 'final', name: texts.published, to: at('hackathon') },
      isDone: superEvent.status === 'final' && areFinal,
      more: texts.areFinal,
    },
    {
      ...{ key: 'has_registration_open', name: texts.registration, to: at('tracks'), isDone: open > 0 },
      more: texts.openOn(open, tracks.length),
    },
  ];
}

/** The steps before the day itself. */
function toRun({ tracks, points, criteria, judges, invited }: Setup): readonly Line[] {
  const { hackathon } = place.value;
  const without = (counts: readonly number[]) => tracks.filter((_, index) => !counts[index]).map(({ name }) => name);
  const [unjudged, uncounted] = [without(judges), without(criteria)];
  return [
    { key: 'points', name: texts.doors, to: at('doors'), isDone: points > 0, more: texts.whereIn },
    {
      ...{ key: 'criteria', name: texts.criteria, to: { hackathon, view: 'judging', part: 'criteria' } },
      isDone: tracks.length > 0 && uncounted.length === 0,
      more: said(texts.ofEach, uncounted),
    },
    {
      ...{ key: 'judges', name: texts.judges, to: at('roles'), isDone: tracks.length > 0 && unjudged.length === 0 },
      more: [said(texts.onEach, unjudged), ...(invited > 0 ? [texts.invited(invited)] : [])].join('; '),
    },
  ];
}

import { useSignal } from '@preact/signals';
import { Button } from '../../shared/button.tsx';
import { number } from '../../shared/intl.ts';
import { Empty } from '../../shared/loaded.tsx';
import { online } from '../../shared/online.ts';
import { Rows, type Column } from '../parts/rows.tsx';
import { deadline } from '../../shared/periods.ts';
import { moment } from '../../shared/time.ts';
import { Pages, useSlices } from '../parts/listing.tsx';
import { PointForm } from '../setup/points.tsx';
import type { Counts, Point } from './requests.ts';
import { doors, pointTypes } from './texts/en.ts';

interface Props {
  readonly points: readonly Point[];
  readonly counts: Counts | undefined;
  readonly zone: string;
  readonly again: () => Promise<void>;
}

/** The points with what happens there now. */
export function Points({ points, counts, zone, again }: Props) {
  const { shown, turning } = useSlices(points);
  if (points.length === 0) {
    return <NoDoor again={again} />;
  }
  const countOf = ({ id }: Point) => counts?.per_point.find((each) => each.id === id);
  const columns: readonly Column<Point>[] = [
    { name: doors.door, show: ({ name }) => <strong>{name}</strong>, below: ({ track }) => track?.name ?? doors.whole },
    { name: doors.kind, show: ({ type }) => pointTypes[type], isPlain: true },
    { name: doors.open, show: (point) => <Times point={point} zone={zone} />, at: 'name', isPlain: true },
    { name: doors.checkedIn, isNumber: true, show: (point) => <Came count={countOf(point)} /> },
    {
      name: doors.perMinute,
      isNumber: true,
      show: (point) => number(Number((countOf(point)?.rate_per_minute ?? 0).toFixed(1))),
    },
  ];
  return (
    <div class="listing">
      <Rows caption={doors.caption} columns={columns} rows={shown} keyOf={({ id }) => id} testId="point-row" />
      <Pages {...turning} />
    </div>
  );
}

/** Of meals and other items, the portions that went out, and all there are. */
function Came({ count }: { readonly count: Counts['per_point'][number] | undefined }) {
  if (!count) return <>–</>;
  const { checked_in, expected } = count;
  return <>{expected === null ? number(checked_in) : doors.came(checked_in, expected)}</>;
}

function NoDoor({ again }: Pick<Props, 'again'>) {
  const isAdding = useSignal(false);
  const add = (
    <Button disabled={!online.value} onClick={() => (isAdding.value = true)}>
      {doors.add}
    </Button>
  );
  return (
    <>
      <Empty action={add}>{doors.none}</Empty>
      {isAdding.value && <PointForm point={undefined} again={again} onClose={() => (isAdding.value = false)} />}
    </>
  );
}

/** Milliseconds before its end at which it matters when a point closes. */
const soon = 7 * 24 * 3_600_000;

function Times({ point, zone }: { readonly point: Point; readonly zone: string }) {
  const now = Date.now();
  const [opens, closes] = [Date.parse(point.opens_at), Date.parse(point.closes_at)];
  if (now < opens) return <span class="tag">{doors.opens(moment(opens, zone))}</span>;
  if (now > closes) return <span class="tag">{doors.closed(deadline(closes, zone))}</span>;
  return <span class="tag good">{closes - now < soon ? doors.closes(deadline(closes, zone)) : doors.isOpen}</span>;
}

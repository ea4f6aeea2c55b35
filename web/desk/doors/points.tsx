import { Empty } from '../../shared/loaded.tsx';
import { Table, type Column } from '../../shared/table.tsx';
import { moment } from '../../shared/time.ts';
import { Pages, useSlices } from '../parts/pages.tsx';
import type { Counts, Point } from './requests.ts';

interface Props {
  readonly points: readonly Point[];
  readonly counts: Counts | undefined;
  readonly zone: string;
}

/** What happens at each type of point, as the kiosk says it. */
const kinds: Readonly<Record<Point['type'], string>> = {
  doorkeeper: 'Badge desk',
  attendance: 'Check-in',
  milestone: 'Hand-in gate',
};

/** The points with what happens there now. */
export function Points({ points, counts, zone }: Props) {
  const { shown, turning } = useSlices(points);
  if (points.length === 0) {
    return <Empty>No door yet.</Empty>;
  }
  const countOf = ({ id }: Point) => counts?.per_point.find((each) => each.id === id);
  const columns: readonly Column<Point>[] = [
    { name: 'Point', show: ({ name, track }) => <Named name={name} track={track?.name} /> },
    { name: 'Kind', show: ({ type }) => kinds[type] },
    { name: 'Open', show: (point) => <Times point={point} zone={zone} /> },
    { name: 'Checked in', isNumber: true, show: (point) => countOf(point)?.checked_in ?? '–' },
    { name: 'Per minute', isNumber: true, show: (point) => Number((countOf(point)?.rate_per_minute ?? 0).toFixed(1)) },
  ];
  return (
    <div class="listing">
      <Table caption="All points" columns={columns} rows={shown} keyOf={({ id }) => id} testId="point-row" />
      <Pages {...turning} />
    </div>
  );
}

const Named = ({ name, track = 'Whole hackathon' }: { readonly name: string; readonly track: string | undefined }) => (
  <div class="who">
    <strong>{name}</strong>
    <span class="quiet small">{track}</span>
  </div>
);

/** Milliseconds before its end at which it matters when a point closes. */
const soon = 7 * 24 * 3_600_000;

function Times({ point, zone }: { readonly point: Point; readonly zone: string }) {
  const now = Date.now();
  const [opens, closes] = [Date.parse(point.opens_at), Date.parse(point.closes_at)];
  if (now < opens) return <span class="tag">from {moment(opens, zone)}</span>;
  if (now > closes) return <span class="tag">closed since {moment(closes, zone)}</span>;
  return <span class="tag good">{closes - now < soon ? `until ${moment(closes, zone)}` : 'open'}</span>;
}

import type { Filter, PeopleCounts } from './requests.ts';

const all = [
  { value: '', name: 'All' },
  { value: 'pending', name: 'Undecided' },
  { value: 'accepted', name: 'In' },
  { value: 'waitlisted', name: 'Waiting list' },
  { value: 'rejected', name: 'Rejected' },
  { value: 'cancelled', name: 'Gave up' },
] as const;

interface Props {
  readonly chosen: Filter['status'];
  /** Undefined while they are unknown, and where not all people are looked for. */
  readonly counts: PeopleCounts | undefined;
  readonly onChoose: (status: Filter['status']) => void;
}

/** People by what was decided, with how many there are. */
export const Statuses = ({ chosen, counts, onChoose }: Props) => (
  <div class="statuses" role="group" aria-label="Status">
    {all.map(({ value, name }) => (
      <button key={value} type="button" aria-pressed={value === chosen} onClick={() => onChoose(value)}>
        {name} {value !== 'rejected' && value !== 'cancelled' && <span>{counts?.[value || 'all']}</span>}
      </button>
    ))}
  </div>
);

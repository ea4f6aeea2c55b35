/** The rows of a list: a table where there is room for its columns, else two lines for each row. */
import { signal } from '@preact/signals';
import type { ComponentChild } from 'preact';
import { Table, type Column as TableColumn, type TableProps } from '../../shared/table.tsx';

export interface Column<T> extends TableColumn<T> {
  /** The second line of the first column. */
  readonly below?: (row: T) => ComponentChild;
  /** The place of its value without columns: beside the name, or at the end of the row; else in the second line. */
  readonly at?: 'name' | 'end';
  /** Its value does not need the name of the column beside it. */
  readonly isPlain?: boolean;
}

interface Props<T> extends TableProps<T> {
  /** The first has the name of a row. A value that is undefined or null is a dash in a table, and left out of lines. */
  readonly columns: readonly Column<T>[];
  /** Stands before the name. */
  readonly lead?: (row: T) => ComponentChild;
}

/** The width from which columns have room, as in the styles. */
const columnsFit = matchMedia('(min-width: 64.0625rem)');
/** Columns have room. */
export const isWide = signal(columnsFit.matches);
columnsFit.addEventListener('change', ({ matches }) => (isWide.value = matches));

export const Rows = <T,>(list: Props<T>) => (isWide.value ? <InColumns {...list} /> : <InLines {...list} />);

function InColumns<T>({ columns, lead, ...table }: Props<T>) {
  const named = ({ show, below }: Column<T>, row: T) => {
    const who = (
      <div class="who">
        {show(row)}
        {below && <span class="quiet small">{below(row)}</span>}
      </div>
    );
    if (!lead) return below ? who : show(row);
    return (
      <div class="row ticked">
        {lead(row)}
        {who}
      </div>
    );
  };
  const shown = (column: Column<T>, row: T) =>
    column === columns[0] ? named(column, row) : (column.show(row) ?? <span class="quiet">–</span>);
  return <Table columns={columns.map((column) => ({ ...column, show: (row: T) => shown(column, row) }))} {...table} />;
}

const InLines = <T,>({ caption, columns, rows, keyOf, testId, lead }: Props<T>) => (
  <ul class="lines" aria-label={caption}>
    {rows.map((row) => (
      <li key={keyOf(row)} class="entry" data-testid={testId}>
        {lead?.(row)}
        <Lines columns={columns} row={row} />
      </li>
    ))}
  </ul>
);

function Lines<T>({ columns: [first, ...others], row }: Pick<Props<T>, 'columns'> & { readonly row: T }) {
  const shown = others.map((column) => ({ column, value: column.show(row) })).filter(({ value }) => value != null);
  const at = (place: Column<T>['at']) => shown.filter(({ column }) => column.at === place);
  const show = ({ column: { name, isPlain, isNumber }, value }: (typeof shown)[number]) => (
    <span key={name} data-name={name}>
      {(isNumber || !isPlain) && <span class="quiet">{name} </span>}
      <span>{value}</span>
    </span>
  );
  const below = first?.below?.(row);
  const facts = at(undefined);
  return (
    <>
      <div class="who" data-name={first?.name}>
        <div class="title">
          {first?.show(row)}
          {at('name').map(show)}
        </div>
        {(below || facts.length > 0) && (
          <div class="facts small">
            {below && <span class="quiet">{below}</span>}
            {facts.map(show)}
          </div>
        )}
      </div>
      {at('end').map(({ column: { name }, value }) => (
        <div key={name} class="end" data-name={name}>
          {value}
        </div>
      ))}
    </>
  );
}

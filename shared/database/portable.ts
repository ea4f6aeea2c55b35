/**
 * The kinds of entries in an event file, as data: their table, key and managed columns. `event-file/engine.ts` does for
 * each kind what is the same for all.
 */
import type { EntitySchemaWithMeta } from '@mikro-orm/postgresql';
import type { RawBuilder } from 'kysely';
import type { FactType } from '../contract/facts.ts';
import type { Fields } from '../contract/schema.ts';
import type { PaymentStatus } from '../contract/vocabulary.ts';
import type { ServiceName } from '../contract/services.ts';
import type { Change } from './audit.ts';
import type { InsertedRow, TargetTable } from './bulk.ts';
import type { ColumnOf, RowOf } from './columns.ts';
import type { Db } from './database.ts';
import type { Who } from './write-key.ts';

/** The scope of the file: ids by the column that has them. */
export type Scope = Readonly<Record<string, readonly string[] | undefined>>;

/** A planned or applied change of one entry of the file. */
export interface Difference {
  readonly action: 'create' | 'change' | 'remove' | 'unchanged';
  /** Such as `track`. */
  readonly kind: string;
  /** Its natural name, such as `spring-hack/ai`. */
  readonly name: string;
  /** The present and the wanted values. */
  readonly fields: Readonly<Record<string, readonly [former: unknown, wanted: unknown]>>;
  /** Ids for the audit, by the names the interface uses. */
  readonly ids: InsertedRow;
  /** The entry that causes it; absent for a removal and for a change that follows from another. */
  readonly wanted?: Wanted;
}

/** A running apply. */
export interface ApplyContext {
  /** The author for the audit; absent when an operator applies the file. */
  readonly who?: Who;
  /** A transaction with the owner's login; its search path is the schema of the current kind. */
  readonly db: Db;
  /** Whether configuration that the file does not name is removed. */
  readonly prune: boolean;
  /** The public URL of the service, for links. */
  readonly publicUrl: string;
  readonly progress: (line: string) => void;
  /** Adds a note to the output that changes nothing. */
  readonly note: (sentence: string) => void;
  /** Clears the caches for this key, or this person's keys and sessions, after the commit. */
  readonly ends: (id: string) => void;
  /** Announces facts of this organization after the commit. */
  readonly tells: (organization_id: string) => void;
  /** Throws, before any of it is done, where the author may not do something that would make others wait. */
  readonly permits?: (differences: readonly Difference[]) => void;
  /** The payment status of a new hackathon whose entry has none; paid by default. */
  readonly paymentOfNew?: PaymentStatus;
}
export interface OrganizationContext extends ApplyContext {
  readonly organization_id: string;
}

/** The present state of the database does not allow what the file asks for. */
export class CannotApply extends Error {
  override readonly name = 'CannotApply';
  /** The remedy, as a sentence. */
  readonly next: string;

  constructor(message: string, next: string) {
    super(message);
    this.next = next;
  }
}

/** An entry of the file as a row, with the ids of its parents. */
export interface Wanted {
  readonly name: string;
  /** The entry as it is in the file. */
  readonly entry: InsertedRow;
  /** Columns of a new row only: its own id, and those of its parents. */
  readonly place: InsertedRow;
  /** Managed columns; an undefined one keeps its value, or takes its default. */
  readonly fields: InsertedRow;
}
/** A row and its changed columns. */
export interface Changed<Present = InsertedRow> {
  readonly wanted: Wanted;
  readonly present: Present & InsertedRow;
  readonly fields: InsertedRow;
}
/** The present rows compared with the entries of the file. */
export interface Comparison<Present = InsertedRow> {
  readonly wanted: readonly Wanted[];
  readonly created: readonly Wanted[];
  readonly changed: readonly Changed<Present>[];
  /** Rows that the file does not name. */
  readonly unnamed: readonly (Present & InsertedRow)[];
  readonly rows: readonly (Present & InsertedRow)[];
  readonly differences: readonly Difference[];
}
/** The result of a kind that writes its own rows. */
export interface Written {
  readonly also?: readonly Difference[];
  /** Secrets that are shown once, by name: texts of new keys, and addresses that pair devices. */
  readonly texts?: ReadonlyMap<string, string>;
  /** Ids that new rows got only now, by name; as `ids` of the kind names them. */
  readonly made?: ReadonlyMap<string, InsertedRow>;
}

/** The fact type of a difference; null or absent for none. */
type Facts = Partial<Record<Difference['action'], FactType>> | ((difference: Difference) => FactType | null);

interface Common<Column, Columns, Present> {
  /** Its name in a plan, such as `check-in point`. */
  readonly kind: string;
  /** The plural, for kinds with so many rows that progress is shown. */
  readonly many?: string;
  readonly service: ServiceName;
  /**
   * The columns of a row's parents. A row with `user_id` is read with an `email`, one of a hackathon or track with the
   * slugs `around`.
   */
  readonly place: readonly Column[];
  /** The one of these that finds the rows of a file. */
  readonly within: Column;
  /** The natural key. */
  readonly key: readonly Column[];
  /** The columns that find a row again; by default its id. */
  readonly by?: readonly Column[];
  /** Columns that have the same name in a file, with their format. */
  readonly columns: Columns;
  /** Further managed fields, under other names or of other tables. */
  readonly fields?: readonly string[];
  /** Further columns to read. */
  readonly reads?: readonly Column[];
  /** Expressions to read from the row `t`, by their names. */
  readonly shown?: Readonly<Record<string, RawBuilder<unknown>>>;
  /** The column that marks a row as removed. */
  readonly ended?: Column;
  /** Whether several rows may have one key. The oldest is used; the others are read with `is_namesake`. */
  readonly namesakes?: boolean;
  /** The order of an exported file, of `t`, the person `p` and the track `e`. */
  readonly order: RawBuilder<unknown>;
  /** Whether a change sets `updated_at`. */
  readonly dated?: boolean;
  /** The columns of the audit's ids, by their names there. */
  readonly ids: Readonly<Record<string, Column | 'super_event_id'>>;
  readonly facts: Facts;
  /** Values in the fact of a new row that the file leaves out. */
  readonly fresh?: InsertedRow;
  /** Further facts; `made` is the result of `write`. */
  readonly follows?: (difference: Difference, made: InsertedRow | undefined) => readonly Change[];
  /** The readable name of an entry or row. */
  readonly name: (row: InsertedRow) => string;
  /** For fields that must not be shown whole: their name and text in plans, audit and facts. */
  readonly seen?: Readonly<Record<string, readonly [name: string, show: (value: unknown) => unknown]>>;
  /** Columns that are never shown over HTTP: a plan only says that one changes, an export leaves it out. */
  readonly unread?: readonly Column[];
  /** How pruning removes rows that the file does not name; absent if they always stay. */
  readonly removable?: {
    /** Columns of a removed row to include in the difference. */
    readonly tells: readonly (Column | 'user')[];
    /** The condition for a row `t` that must stay. */
    readonly kept?: RawBuilder<unknown>;
    told?(kept: readonly (Present & InsertedRow)[]): string;
    /** Selects the unnamed rows to remove; by default all. */
    among?(work: OrganizationContext, compared: Comparison<Present>, scope: Scope): readonly (Present & InsertedRow)[];
    /** Replaces deleting them. */
    end?(work: OrganizationContext, rows: readonly (Present & InsertedRow)[]): Promise<void>;
  };
  /** Runs before anything is read. */
  lock?(work: OrganizationContext): Promise<void>;
  /** Replaces reading the rows `within`. */
  find?(work: OrganizationContext, entries: readonly InsertedRow[]): Promise<readonly InsertedRow[]>;
  /** Returns the managed fields of an entry, given the present row. */
  readonly manage?: (entry: InsertedRow, present: (Present & InsertedRow) | undefined) => InsertedRow;
  /** Throws if the rules of the service refuse it. */
  refuse?(compared: Comparison<Present>): void;
  /**
   * Creates or locks needed rows before others are written. Rows `within` the returned ids are read and compared
   * again, because they are locked now.
   */
  prepare?(work: OrganizationContext, compared: Comparison<Present>): Promise<readonly string[] | void>;
  /** Replaces inserting and updating rows. */
  write?(work: OrganizationContext, compared: Comparison<Present>): Promise<Written>;
  /** Runs after everything was written; `held` is the result of `prepare`. */
  settle?(work: OrganizationContext, compared: Comparison<Present>, held: readonly string[]): Promise<void>;
}
/** A kind as the engine takes it; `portable` checks its names. */
export interface Kind<Columns extends Fields = Fields> extends Common<string, Columns, InsertedRow> {
  readonly table: TargetTable;
}

/** A kind whose columns are those of its entity. */
export const portable = <E extends EntitySchemaWithMeta, Columns extends Fields>(
  kind: Common<ColumnOf<E>, { [Name in keyof Columns]: Name extends ColumnOf<E> ? Columns[Name] : never }, RowOf<E>> & {
    readonly table: E;
  },
) => kind as unknown as Kind<Columns>;

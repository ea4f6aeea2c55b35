/**
 * Kinds of things that an event file describes, as data: which rows they are, what tells them apart, what of them is
 * managed. `event-file/engine.ts` does for each kind what is the same for all.
 */
import type { EntitySchemaWithMeta } from '@mikro-orm/postgresql';
import type { RawBuilder } from 'kysely';
import type { FactType } from '../contract/facts.ts';
import type { Fields } from '../contract/schema.ts';
import type { PaymentStatus } from '../contract/vocabulary.ts';
import type { ServiceName } from '../contract/services.ts';
import type { Change } from './audit.ts';
import type { Row, Table } from './bulk.ts';
import type { ColumnOf, RowOf } from './columns.ts';
import type { Db } from './database.ts';
import type { Who } from './write-key.ts';

/** What the file is about: ids by the column that has them. */
export type Scope = Readonly<Record<string, readonly string[] | undefined>>;

/** What happens to one entry of the file. */
export interface Difference {
  readonly action: 'create' | 'change' | 'remove' | 'unchanged';
  /** Such as `track`. */
  readonly kind: string;
  /** Its natural name, such as `spring-hack/ai`. */
  readonly name: string;
  /** As it is, and as it will be. */
  readonly fields: Readonly<Record<string, readonly [former: unknown, wanted: unknown]>>;
  /** For the audit, by the names the interface uses. */
  readonly ids: Row;
  /** The entry it comes from; absent for what goes, and for what follows from another. */
  readonly wanted?: Wanted;
}

/** One apply on its way. */
export interface Work {
  /** Who asked for it, for the audit; nobody in particular where the operator did. */
  readonly who?: Who;
  /** A transaction with the owner's login, whose path leads to the schema of the kind at hand. */
  readonly db: Db;
  /** Whether configuration that the file does not name is removed. */
  readonly prune: boolean;
  /** Where the service is found, for addresses that lead there. */
  readonly publicUrl: string;
  readonly progress: (line: string) => void;
  /** Something people should know, and that changes nothing. */
  readonly note: (sentence: string) => void;
  /** What services remember of this key, or of this person's keys and sessions, is over with the commit. */
  readonly ends: (id: string) => void;
  /** With the commit there are facts of this organization to be read. */
  readonly tells: (organization_id: string) => void;
  /** The state of payment of a new hackathon of which the file says none; paid where this is absent. */
  readonly paymentOfNew?: PaymentStatus;
}
export interface OrganizationWork extends Work {
  readonly organization_id: string;
}

/** The file says what the database, as it is now, does not allow. */
export class CannotApply extends Error {
  override readonly name = 'CannotApply';
  /** What to do about it, as a sentence. */
  readonly next: string;

  constructor(message: string, next: string) {
    super(message);
    this.next = next;
  }
}

/** An entry of the file with the ids of what it belongs to, as a row to be. */
export interface Wanted {
  readonly name: string;
  /** As the file has it. */
  readonly entry: Row;
  /** What only a new row needs: its own id, and what it belongs to. */
  readonly place: Row;
  /** What the file manages; what is undefined stays as it is, or takes its default. */
  readonly fields: Row;
}
/** A row, and what of it is to be another. */
export interface Changed<Present = Row> {
  readonly wanted: Wanted;
  readonly present: Present & Row;
  readonly fields: Row;
}
/** What is and what is wanted. */
export interface Comparison<Present = Row> {
  readonly wanted: readonly Wanted[];
  readonly created: readonly Wanted[];
  readonly changed: readonly Changed<Present>[];
  /** What is there and not in the file. */
  readonly unnamed: readonly (Present & Row)[];
  readonly rows: readonly (Present & Row)[];
  readonly differences: readonly Difference[];
}
/** What a kind that writes its own rows has done beside what was compared. */
export interface Written {
  readonly also?: readonly Difference[];
  /** Secrets that are told once, by name: texts of new keys, and addresses that pair devices. */
  readonly texts?: ReadonlyMap<string, string>;
  /** Ids that new rows were given only now, by name; as `ids` of the kind calls them. */
  readonly made?: ReadonlyMap<string, Row>;
}

/** What is told of a difference; null, or absent, where nobody is told. */
type Facts = Partial<Record<Difference['action'], FactType>> | ((difference: Difference) => FactType | null);

interface Common<Column, Columns, Present> {
  /** As a plan calls it, such as `check-in point`. */
  readonly kind: string;
  /** What many of them are called, where there may be so many that people wait. */
  readonly many?: string;
  readonly service: ServiceName;
  /** What a row belongs to. Rows of `user_id` are read with an `email`, those of hackathons and tracks with the slugs `around`. */
  readonly place: readonly Column[];
  /** Which of these finds the rows of a file. */
  readonly within: Column;
  /** What tells two rows apart. */
  readonly key: readonly Column[];
  /** What finds a row again; its id unless said otherwise. */
  readonly by?: readonly Column[];
  /** Columns that a file writes under their own name, and how. */
  readonly columns: Columns;
  /** What else is managed, under other names or of other things. */
  readonly fields?: readonly string[];
  /** Columns that are read beside those. */
  readonly reads?: readonly Column[];
  /** What is read, of the row `t`, under a name of its own. */
  readonly shown?: Readonly<Record<string, RawBuilder<unknown>>>;
  /** Set where a row is gone though it is there. */
  readonly ended?: Column;
  /** Whether several may have one key, of which the oldest is meant; the others are read with `is_namesake`. */
  readonly namesakes?: boolean;
  /** The order of an exported file, of `t`, the person `p` and the track `e`. */
  readonly order: RawBuilder<unknown>;
  /** Whether `updated_at` tells of a change. */
  readonly dated?: boolean;
  /** What the audit calls its columns, and those that say where it happened. */
  readonly ids: Readonly<Record<string, Column | 'super_event_id'>>;
  readonly facts: Facts;
  /** What a fact tells of a new row where the file says nothing. */
  readonly fresh?: Row;
  /** Facts beside that one; `made` as `write` answered it. */
  readonly follows?: (difference: Difference, made: Row | undefined) => readonly Change[];
  /** What people call it, of an entry or of a row. */
  readonly name: (row: Row) => string;
  /** What plans, the audit and facts say of fields that may not be seen whole, and under which name. */
  readonly seen?: Readonly<Record<string, readonly [name: string, show: (value: unknown) => unknown]>>;
  /** Columns that are shown to nobody over HTTP: a plan says there that one changes, an export leaves it out. */
  readonly unread?: readonly Column[];
  /** How rows go that the file does not name, where pruning is asked for; absent where they stay. */
  readonly removable?: {
    /** What the difference tells of what is gone. */
    readonly tells: readonly (Column | 'user')[];
    /** True for a row `t` that stays, and how people are told. */
    readonly kept?: RawBuilder<unknown>;
    told?(kept: readonly (Present & Row)[]): string;
    /** Which of the unnamed ones go; all of them, unless said otherwise. */
    among?(work: OrganizationWork, compared: Comparison<Present>, scope: Scope): readonly (Present & Row)[];
    /** Instead of deleting them. */
    end?(work: OrganizationWork, rows: readonly (Present & Row)[]): Promise<void>;
  };
  /** Before anything is read. */
  lock?(work: OrganizationWork): Promise<void>;
  /** Instead of reading what is `within`. */
  find?(work: OrganizationWork, entries: readonly Row[]): Promise<readonly Row[]>;
  /** What of an entry is managed, beside the row that is there. */
  readonly manage?: (entry: Row, present: (Present & Row) | undefined) => Row;
  /** Throws what the rules of the service refuse. */
  refuse?(compared: Comparison<Present>): void;
  /**
   * Takes what has to be there, or held, before rows are written. Rows `within` these ids are read and
   * compared once more, because from now on nobody else changes them.
   */
  prepare?(work: OrganizationWork, compared: Comparison<Present>): Promise<readonly string[] | void>;
  /** Instead of inserting and updating rows. */
  write?(work: OrganizationWork, compared: Comparison<Present>): Promise<Written>;
  /** After everything was written; `held` are those of `prepare`. */
  settle?(work: OrganizationWork, compared: Comparison<Present>, held: readonly string[]): Promise<void>;
}
/** What the engine takes: any kind, its names checked by `portable`. */
export interface Kind<Columns extends Fields = Fields> extends Common<string, Columns, Row> {
  readonly table: Table;
}

/** A kind whose columns are those of its entity. */
export const portable = <E extends EntitySchemaWithMeta, Columns extends Fields>(
  kind: Common<ColumnOf<E>, { [Name in keyof Columns]: Name extends ColumnOf<E> ? Columns[Name] : never }, RowOf<E>> & {
    readonly table: E;
  },
) => kind as unknown as Kind<Columns>;

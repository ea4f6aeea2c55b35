/** Whether members of an object must be there, for those of one group at once. */
import { t, type Fields, type Input, type Optional, type Output } from '../schema.ts';

const each = (fields: Fields, change: (rule: Fields[string]) => unknown) =>
  Object.fromEntries(Object.entries(fields).map(([name, rule]) => [name, change(rule)])) as unknown;

/** May be left out. */
export const optional = <F extends Fields>(fields: F) =>
  each(fields, t.optional) as { [Name in keyof F]: Optional<Input<F[Name]>, Output<F[Name]>> };

/** May be left out, or null. */
export const maybe = <F extends Fields>(fields: F) =>
  each(fields, (rule) => t.optional(t.nullable(rule))) as {
    [Name in keyof F]: Optional<Input<F[Name]> | null, Output<F[Name]> | null>;
  };

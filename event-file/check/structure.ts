/** Checks a file against the rules of its members: names, types, limits, allowed values. */
import type { ValidationError } from 'fastest-validator';
import { checkOfFields } from '../../shared/contract/validator.ts';
import type { ProblemList } from './review.ts';
import { eventFileFields, type EventFile, type Shape } from '../format/schema.ts';
import { isTexts, unfolded } from '../format/languages.ts';
import type { Path } from '../format/source.ts';

/** The file with every wrong value replaced by undefined, so that further checks are safe. */
type Salvaged<T> = T extends readonly (infer Item)[]
  ? (Salvaged<Item> | undefined)[]
  : T extends object
    ? { [K in keyof T]?: Salvaged<T[K]> | undefined }
    : T | undefined;
export type SalvagedFile = Salvaged<EventFile>;

type Members = Record<string, unknown>;

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const validate = checkOfFields(eventFileFields, 'drop');
const root: Shape = { type: 'object', strict: 'remove', props: eventFileFields };

/** Fills defaults and normalizes in place; reports what is wrong. With too many problems, wrong values may remain. */
export function checkStructure(written: unknown, review: ProblemList): SalvagedFile {
  if (!isObject(written)) {
    review.report([], { code: 'object', message: 'must be an object that starts with version: 1' });
    return {};
  }
  const value = unfolded(written, (member, inFile) => review.stands(member, inFile));
  checkMembers(value, root, [], review);
  const errors = validate(value);
  for (const error of Array.isArray(errors) ? errors : []) {
    if (review.isFull) break;
    const path = pathOf(error.field);
    if (error.type === 'required' && Array.isArray(at(value, path))) continue;
    // Told by the walk above.
    if (error.type === 'objectStrict') continue;
    reportError(error, path, value, review);
    blank(value, path);
  }
  return value;
}

/** The validator says nothing about unknown members of a whole file at once, nor about where an empty item stands. */
function checkMembers(value: unknown, shape: Shape, path: Path, review: ProblemList): void {
  if (Array.isArray(value) && shape.items) {
    for (const [index, item] of value.entries()) {
      const itemPath = [...path, index];
      if (item === null) {
        review.report(itemPath, { code: 'required', message: 'is empty: fill it in, or leave it out' });
        value[index] = undefined;
      } else checkMembers(item, shape.items, itemPath, review);
    }
  }
  if (!isObject(value) || !shape.props) return;
  for (const [name, member] of Object.entries(value)) {
    const known = Object.hasOwn(shape.props, name) ? shape.props[name] : undefined;
    if (known) checkMembers(member, known, [...path, name], review);
    else if (shape.strict) {
      const candidates = Object.keys(shape.props);
      const message = `is not known here; allowed are ${candidates.join(', ')}`;
      review.report([...path, name], { code: 'unknownMember', isName: true, message, written: name, candidates });
    }
  }
}

const timeZones = Intl.supportedValuesOf('timeZone');

function reportError(error: ValidationError, path: Path, value: Members, review: ProblemList): void {
  const shape = shapeOf(path);
  const written = at(value, path);
  review.report(path, {
    code: error.type,
    message: sentence(error, shape, written),
    written,
    candidates: shape?.values ?? (error.type === 'timeZone' ? timeZones : []),
  });
}

function sentence({ type, message = 'is not valid' }: ValidationError, shape: Shape | undefined, written: unknown) {
  if (type === 'string' && typeof written !== 'object') return 'must be text: write it in quotes';
  if (written !== null && typeof written === 'object' && isTexts(written) && ['string', 'array'].includes(type)) {
    return 'is in languages, which locales of the super event must name';
  }
  if (type === 'required' && shape?.values) return `is required, one of: ${shape.values.join(', ')}`;
  return message;
}

const pathOf = (field: string | undefined): Path =>
  [...(field ?? '').matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, name = '']) => (index ? Number(index) : name));

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, step) => (inner as Members | null | undefined)?.[step], value);

const shapeOf = (path: Path) =>
  path.reduce<Shape | undefined>(
    (shape, step) => (typeof step === 'number' ? shape?.items : shape?.props?.[step]),
    root,
  );

function blank(value: Members, path: Path): void {
  const parent = at(value, path.slice(0, -1)) as Members | undefined;
  const last = path.at(-1);
  if (parent && last !== undefined) parent[last] = undefined;
}

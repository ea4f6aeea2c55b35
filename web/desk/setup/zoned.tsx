/** Times and zones as people of the event write them: on its clock, by the browser's own fields. */
import { useId } from 'preact/hooks';
import { Field } from '../../shared/field.tsx';
import type { Typed } from '../parts/form.tsx';
import { zoned as texts } from './texts/en.ts';

/** `2027-03-06T09:00` on the clock of a zone; empty without a time. */
export function wallOf(at: string | number | null, zone: string): string {
  if (at === null) return '';
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  // Years that are being typed are short.
  return parts.format(new Date(at)).replace(' ', 'T').padStart(16, '0');
}

/** The moment at which the clock of a zone says this; null where nothing is said. */
export function instantOf(wall: string, zone: string): string | null {
  if (wall === '') return null;
  const read = Date.parse(`${wall}Z`);
  const aheadAt = (at: number) => Date.parse(`${wallOf(at, zone)}Z`) - at;
  // The zone may be ahead by another amount at that time than at the one that was read.
  const near = read - aheadAt(read);
  return new Date(read - aheadAt(near)).toISOString();
}

/** Whether the browser knows a zone by this name. */
export function isZone(name: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export const TimeField = ({
  label,
  hint,
  required,
  ...typed
}: Typed & { readonly label: string; readonly hint?: string; readonly required?: boolean }) => (
  <Field label={label} hint={hint} type="datetime-local" required={required} {...typed} />
);

export function ZoneField(typed: Typed) {
  const id = useId();
  return (
    <>
      <Field
        label={texts.zone}
        hint={texts.zoneHint}
        required
        list={id}
        autocomplete="off"
        {...typed}
        wrong={typed.value !== '' && !isZone(typed.value) ? texts.noZone : typed.wrong}
      />
      <datalist id={id}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}

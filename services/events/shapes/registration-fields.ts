/** Converts rows of registration fields to the JSON of the contract. */
import type { RegistrationField } from '../queries/registration-fields.ts';

export const field = ({ id, field_type, label, options, is_required, order_index }: RegistrationField) => ({
  id,
  field_type,
  label,
  options,
  is_required,
  order_index,
});

/** Rows of registration fields as the JSON of the contract. */
import type { RegistrationField } from '../queries/registration-fields.ts';

export const field = ({ id, field_type, label, options, is_required, order_index }: RegistrationField) => ({
  id,
  field_type,
  label,
  options,
  is_required,
  order_index,
});

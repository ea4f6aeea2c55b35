/** Members and parameters that a contract does not know: ignored with a warning, or refused where the client prefers that. */
import type { Endpoint } from '../endpoint.ts';
import type { Promised } from './concern.ts';

export const warnings = {
  Warning: 'What was ignored: 299 muster "unknown member is_open of the body; did you mean isOpen?"',
  'Preference-Applied': 'handling=strict where that was asked for',
};

export const strictnessOf = ({ params, with: concerns }: Endpoint): Promised => ({
  ...(Object.keys(params).length > 0 && { errors: ['VALIDATION_FAILED'] }),
  ...(concerns.every(({ answer }) => !answer) && { headers: warnings }),
});

/** The types of facts, by what they are about. */
import { factTypes } from '../../../../clients/typescript/src/generated/fact-types.ts';
import type { FactType } from '../../../../clients/typescript/src/index.ts';
import type { Subject } from '../../live.ts';

const subjectOf = (type: FactType) => type.split('.')[0] as Subject;
export const groups = [...new Set(factTypes.map(subjectOf))].map((subject) => ({
  subject,
  types: factTypes.filter((type) => subjectOf(type) === subject),
}));

/** Every type but the one below, and those that there will be. */
export const everyType = '*';
/** Many, and few receivers need them: sent only where they are named. */
export const byName = 'checkin.refused' satisfies FactType;

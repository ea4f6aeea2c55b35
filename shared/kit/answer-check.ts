/** Outside production, checks every answer, refusal and fact against the contract before it is sent. */
import type { Endpoint } from '../contract/endpoint.ts';
import { errors, extrasOf, type ErrorCode } from '../contract/errors.ts';
import { checkOfFields, checkOfRule, fieldProblems, type Check } from '../contract/validator.ts';
import type { Change } from '../database/audit.ts';
import { checkFact } from '../database/facts.ts';
import { isFailure } from '../base/failure.ts';

export interface AnswerCheck {
  readonly answer: (status: number, answer: unknown) => void;
  /** Checks the extras of a refusal; ignores any other error. */
  readonly refusal: (error: unknown) => void;
  readonly changes: (changes: readonly Change[]) => void;
}

type Problems = Exclude<ReturnType<Check>, true>;

/**
 * Returns the checks of one endpoint. Each check throws an `Error` that names every deviation.
 * @param endpoint Only its `responses` (schemas by status) are read.
 */
export function answerCheck({ responses }: Pick<Endpoint, 'responses'>): AnswerCheck {
  const checks = new Map(Object.entries(responses).map(([status, rule]) => [Number(status), checkOfRule(rule)]));
  return {
    answer: (status, answer) =>
      hold('The answer', checks.get(status)?.(structuredClone(answer)) ?? unpromisedStatus(status)),
    refusal: (error) => {
      if (!isFailure(error)) return;
      const check = extrasChecks.get(error.type as ErrorCode);
      hold(`The refusal ${error.type}`, check?.(structuredClone(error.data ?? {})) ?? true);
    },
    changes: (changes) => {
      for (const { fact, ids, after } of changes) {
        // In the stored form.
        const data: unknown = JSON.parse(JSON.stringify({ ...after, ...ids }));
        if (fact) hold(`The fact ${fact}`, checkFact[fact](data));
      }
    },
  };
}

const extrasChecks = new Map(
  (Object.keys(errors) as ErrorCode[]).map((code) => [code, checkOfFields(extrasOf(code), 'refuse')]),
);

const unpromisedStatus = (status: number): Problems => [
  { field: 'status', type: 'unpromised', message: String(status) },
];

function hold(what: string, verdict: ReturnType<Check>): void {
  if (verdict === true) return;
  const said = fieldProblems(verdict).map(({ message }) => message);
  throw new Error(`${what} is not as promised: ${said.join('; ')}`);
}

/** Checks what a project answers to the questions of its track. Plain values in, problems out. */
import { isDeepStrictEqual } from 'node:util';
import { answerFaults } from '../../shared/contract/answer-formats.ts';
import { isEmpty, isMissing, own, requiredFault, type Fault } from '../../shared/contract/answers.ts';
import type { ProjectQuestion } from '../../shared/contract/questions.ts';
import type { FieldProblem } from '../../shared/contract/validator.ts';

/** Answers as they were sent. */
export interface SentAnswers {
  readonly answers: Readonly<Record<string, unknown>>;
  /** The stored ones. One that is kept as it was is not checked, because the questions may be others by now. */
  readonly former?: Readonly<Record<string, unknown>>;
  /** The required questions that have to be answered: all of them, those that these answer anew, or none. */
  readonly demands: 'all' | 'changed' | 'none';
}

/** Returns every problem of the answers of a project. A track that asks nothing takes any. */
export function answerProblems(
  questions: readonly ProjectQuestion[],
  { answers: sent, former = {}, demands }: SentAnswers,
): FieldProblem[] {
  if (questions.length === 0) return [];
  const answers = Object.fromEntries(
    Object.entries(sent).filter(([id, answer]) => !isDeepStrictEqual(answer, own(former, id))),
  );
  const problem = (id: string, { code, message }: Fault, subject: string): FieldProblem => ({
    field: `answers_json.${id}`,
    code,
    message: `${subject} ${message}`,
  });
  const unasked = Object.keys(answers).filter(
    (id) => !isEmpty(answers[id]) && !questions.some((question) => question.id === id),
  );
  return [
    ...unasked.map((id) => problem(id, notAsked, `answers_json.${id}`)),
    ...questions.flatMap((question) => {
      const isGiven = Object.hasOwn(answers, question.id);
      const answer = own(answers, question.id);
      const isDemanded = question.is_required && (demands === 'all' || (demands === 'changed' && isGiven));
      const faults = isMissing(question, answer) ? (isDemanded ? [requiredFault] : []) : answerFaults(question, answer);
      return faults.map((fault) => problem(question.id, fault, question.label));
    }),
  ];
}

const notAsked: Fault = { code: 'unknown', message: 'is no question of this track' };

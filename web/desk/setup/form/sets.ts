/** Questions that most hackathons ask, to start from, in the language of the desk. Every text can be changed afterwards. */
import type { Wanted } from './requests.ts';
import { asked, sets as words } from './texts/en.ts';

type Asked = Wanted & { readonly id?: string };
export interface QuestionSet {
  readonly key: string;
  readonly name: string;
  readonly about: string;
  readonly questions: readonly Asked[];
}

const diet: Asked = { field_type: 'select', label: asked.diet, options: asked.diets, is_required: true };
const otherDiet: Asked = { field_type: 'text', label: asked.otherDiet };
const shirt: Asked = { field_type: 'select', label: asked.shirt, options: asked.shirts, is_required: false };

const names: readonly Asked[] = [
  { field_type: 'text', label: asked.firstName, is_required: true },
  { field_type: 'text', label: asked.lastName, is_required: true },
];

const short: QuestionSet = {
  ...{ key: 'short', ...words.short },
  questions: [{ field_type: 'textarea', label: asked.why, is_required: true }, diet, otherDiet, shirt],
};

const usual: QuestionSet = {
  ...{ key: 'usual', ...words.usual },
  questions: [
    ...names,
    { field_type: 'radio', label: asked.isFirst, options: asked.yesOrNo, is_required: true },
    { field_type: 'textarea', label: asked.build, is_required: true },
    { field_type: 'url', label: asked.made },
    ...[diet, otherDiet, shirt],
    { field_type: 'textarea', label: asked.needs, description: asked.needsSuchAs },
    { field_type: 'checkbox', label: asked.conduct, is_required: true },
  ],
};

const policies = 'https://github.com/MLH/mlh-policies/blob/main';

/** Questions that MLH requires of its member hackathons; its own texts are behind the links. */
const mlh: QuestionSet = {
  ...{ key: 'mlh', ...words.mlh },
  questions: [
    ...names,
    {
      ...{ field_type: 'text', label: asked.age, is_required: true },
      ...{ validation_rules: { pattern: '[0-9]{1,3}' }, placeholder: '19' },
    },
    { field_type: 'phone', label: asked.phone, is_required: true },
    { field_type: 'text', label: asked.school, is_required: true, description: asked.schoolNow },
    { field_type: 'select', label: asked.level, options: asked.levels, is_required: true },
    { field_type: 'select', label: asked.country, choices: 'countries', is_required: true },
    { field_type: 'url', label: 'LinkedIn' },
    diet,
    { field_type: 'select', label: asked.shirt, options: asked.shirts },
    {
      ...{ field_type: 'checkbox', label: asked.mlhConduct, is_required: true },
      description: `${policies}/code-of-conduct.md`,
    },
    {
      ...{ field_type: 'checkbox', label: asked.mlhShare, is_required: true },
      description: asked.mlhShareWhy(`${policies}/privacy-policy.md`, `${policies}/contest-terms.md`),
    },
    { field_type: 'checkbox', label: asked.mlhEmails },
  ],
};

const people: QuestionSet = {
  ...{ key: 'people', ...words.people },
  questions: [
    { field_type: 'select', label: asked.ageGroup, options: [...asked.ageGroups, asked.unsaid] },
    { field_type: 'select', label: asked.gender, options: [...asked.genders, asked.unsaid] },
    { field_type: 'select', label: asked.level, options: [...asked.levels, asked.unsaid] },
    { field_type: 'text', label: asked.field },
  ],
};

export const sets: readonly QuestionSet[] = [short, usual, mlh, people];

/** Texts of the questions for people who register, in English. */
import { counted, number } from '../../../../shared/intl.ts';

export const questions = {
  title: 'Questions',
  startFrom: 'Start from…',
  add: 'Add a question',
  none: 'No question yet. Begin with those that most hackathons ask, or add your own.',
  sorting: 'Drag a question by its handle, or press the arrow keys on it.',
  try: 'Try the form',
  sections: 'Sections',
  move: (label: string) => `Move: ${label}`,
  up: (label: string) => `Up: ${label}`,
  down: (label: string) => `Down: ${label}`,
  required: 'required',
  optional: 'optional',
  atDoor: 'at the door',
  afterAnother: 'only after another answer',
  deleteOne: 'Delete the question?',
  isDeleted: 'The question is deleted.',
  askedNoMore: (label: string) => `“${label}” is asked no more. Answers that were given to it are kept.`,
};

/** The types of questions. */
export const types = {
  text: 'Short text',
  textarea: 'Long text',
  url: 'Link',
  email: 'Email',
  phone: 'Phone number',
  select: 'One of a list',
  multiselect: 'Several of a list',
  radio: 'One, all in view',
  checkbox: 'Tick box',
  date: 'Date',
  file: 'File',
};

export const question = {
  saved: (label: string) => `“${label}” is saved.`,
  edit: 'Edit the question',
  add: 'Add a question',
  question: 'Question',
  answeredBy: 'Answered by',
  takenFrom: 'Taken from',
  optionsBelow: 'Options below',
  allCountries: 'All countries',
  list: (name: string) => `List: ${name}`,
  options: 'Options',
  onePerLine: 'One on each line',
  asManyAbove: 'As many as above, in their order',
  explanation: 'Explanation',
  explanationHint: 'Below the question; optional',
  example: 'Example in the empty field',
  isRequired: 'Has to be answered',
  atDoor: 'Shown at the door, when the ticket is scanned',
  asked: 'Asked',
  always: 'Always',
  asItWas: 'As it was',
  if: (label: string, answer: string) => `If “${label}” is ${answer}`,
  ticked: 'ticked',
  notTicked: 'not ticked',
};

/** Limits of the answers to a question. */
export const limits = {
  title: 'Limits of the answer',
  characters: { from: 'Characters at least', to: 'Characters at most' },
  numbers: { from: 'Number from', to: 'Number to', hint: 'With a limit the question asks for a number' },
  choices: { from: 'Choices at least', to: 'Choices at most' },
  days: { from: 'First day', to: 'Last day' },
  pattern: 'Pattern',
  patternHint: 'A regular expression of the whole answer, such as [0-9]{5}',
};

export const sections = {
  title: 'Sections',
  about: 'A question stands in one section; those in none come first.',
  saved: 'The sections are saved.',
  add: 'Add a section',
  titleOf: (n: number) => `Title of section ${number(n)}`,
  questions: 'Questions',
  remove: 'Remove this section',
};

export const trying = {
  title: 'Try the form',
  isComplete: 'Complete: this could be sent. Nothing was.',
  check: 'Check',
};

export const lists = {
  title: 'Lists',
  add: 'Add a list',
  about:
    'Long ones, such as schools, from which a question takes its choices. All hackathons of the organization share them.',
  none: 'No list yet. All countries are known without one.',
  list: 'List',
  changed: (ago: string) => `changed ${ago}`,
  values: 'Values',
  replace: 'Replace',
  replaceOne: (name: string) => `Replace ${name}`,
  caption: 'All lists',
  inUse: (questions: number) =>
    `${counted(questions, 'question', 'questions')} of your hackathons choose from it. Change that first.`,
  deleteOne: (name: string) => `Delete ${name}?`,
  isDeleted: (name: string) => `${name} is deleted.`,
  answersStay: 'Answers that were taken from it stay. A list that a question chooses from is not deleted.',
  has: (name: string, values: number) => `${name} has ${counted(values, 'value', 'values')}.`,
  twice: (lines: number) => `${counted(lines, 'line', 'lines')} stood there twice.`,
  nameHint: 'Lower case letters, digits and hyphens, such as schools',
  save: 'Save the list',
  fromFile: 'From a file',
  fileHint: 'CSV with a value on each line, without a header',
  valuesHint: 'One on each line; paste them, or choose a file',
};

export const startFrom = {
  title: 'Start from',
  questions: 'Questions',
  doors: 'Doors',
  doorsMore: 'as long after the beginning as there',
  criteria: 'Criteria',
  criteriaMore: 'of tracks that have none yet',
  added: (n: number) => `${counted(n, 'question is', 'questions are')} added. Change what does not fit.`,
  as: (name: string) => `As ${name}`,
  takeOver: 'Take over',
  addThese: 'Add these questions',
  asksFor: (what: string) => `Asks for ${what}.`,
};

/** Sets of questions, by key. */
export const sets = {
  short: { name: 'The shortest', about: 'why they come, what they eat, what fits them' },
  usual: { name: 'The usual', about: 'names, experience, links, diet, T-shirt, code of conduct' },
  mlh: {
    name: 'For MLH member events',
    about: 'names, age, phone, school, level of study, country, and its three consents',
  },
  people: { name: 'Who comes', about: 'age group, gender and studies, for reports; nobody has to answer' },
};

/** Questions that most hackathons ask, and answers to choose from. */
export const asked = {
  firstName: 'First name',
  lastName: 'Last name',
  diet: 'Diet',
  diets: ['No restrictions', 'Vegetarian', 'Vegan', 'Halal', 'Kosher', 'Gluten-free', 'Other'],
  otherDiet: 'Allergies and other needs at meals',
  shirt: 'T-shirt size',
  shirts: ['XS', 'S', 'M', 'L', 'XL', 'XXL', 'None'],
  why: 'Why do you want to come?',
  isFirst: 'Is this your first hackathon?',
  yesOrNo: ['Yes', 'No'],
  build: 'What would you like to build or learn?',
  made: 'GitHub, portfolio or something you made',
  needs: 'What do you need to take part well?',
  needsSuchAs: 'Such as step-free access or a quiet room.',
  conduct: 'I follow the code of conduct of this hackathon',
  age: 'Age',
  phone: 'Phone number',
  school: 'School',
  schoolNow: 'Of your studies now or, if you have left, the last one.',
  level: 'Level of study',
  levels: [
    'Secondary school or less',
    'Undergraduate, two years or less',
    'Undergraduate, three years or more',
    'Graduate',
    'Bootcamp or code school',
    'Vocational training',
    'Postdoc',
    'Other',
    'Not a student',
  ],
  country: 'Country of residence',
  mlhConduct: 'I have read the MLH Code of Conduct and keep to it',
  mlhShare: 'My application may be shared with MLH, and I accept its contest terms and privacy policy',
  mlhShareWhy: (privacy: string, terms: string) =>
    `For running the event, for rankings and for the administration of MLH. Privacy policy: ${privacy} Terms of contests: ${terms}`,
  mlhEmails: 'MLH may send me emails about events, opportunities and news',
  ageGroup: 'Age group',
  ageGroups: ['Under 18', '18 to 24', '25 to 34', '35 and over'],
  gender: 'Gender',
  genders: ['Woman', 'Man', 'Non-binary', 'Another'],
  field: 'Field of study or work',
  /** As answers to what only some want to say. */
  unsaid: 'Prefer not to say',
};

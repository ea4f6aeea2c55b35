import { Button } from '../../../shared/button.tsx';
import { Empty } from '../../../shared/loaded.tsx';
import { online } from '../../../shared/online.ts';
import { Careful } from '../../parts/dialog.tsx';
import { ButtonFor } from '../../parts/listing.tsx';
import { attempt } from '../../parts/said.tsx';
import { forms } from '../../parts/texts/en.ts';
import { deleteQuestion, type FormFound, type Question } from './requests.ts';
import { useSorting, type Sorting } from './sorting.ts';
import { questions as texts, types } from './texts/en.ts';

interface Listing {
  readonly form: FormFound;
  readonly again: () => Promise<void>;
  readonly onOpen: (window: Question | 'try' | 'sections') => void;
}

/** The questions in their order, each with what can be done to it. */
export function List({ form: { questions, sections }, again, onOpen }: Listing) {
  const sorting = useSorting(questions, again);
  if (questions.length === 0) {
    return <Empty>{texts.none}</Empty>;
  }
  return (
    <>
      <p class="quiet small" id="sorting">
        {texts.sorting}
      </p>
      <ol ref={sorting.list} class="plain questions" aria-busy={sorting.isMoving}>
        {sorting.order.map((question, index) => (
          <li key={question.id} data-testid="field-row" class="row" data-id={question.id}>
            <Handle label={question.label} {...sorting.handle(index)} />
            <Named
              question={question}
              section={sections.find(({ field_ids }) => field_ids.includes(question.id))?.title}
            />
            <Acts {...{ question, index, sorting, again }} onEdit={() => onOpen(question)} />
          </li>
        ))}
      </ol>
      <div class="row">
        <Button kind="calm" onClick={() => onOpen('try')}>
          {texts.try}
        </Button>
        <Button kind="calm" onClick={() => onOpen('sections')}>
          {texts.sections}
        </Button>
      </div>
    </>
  );
}

const Handle = ({ label, ...held }: { readonly label: string } & ReturnType<Sorting['handle']>) => (
  <button
    type="button"
    class="button bare handle"
    aria-label={texts.move(label)}
    aria-describedby="sorting"
    disabled={!online.value}
    {...held}
  >
    ⠿
  </button>
);

const Named = ({ question, section }: { readonly question: Question; readonly section: string | undefined }) => (
  <div class="who">
    <strong>{question.label}</strong>
    <span class="quiet small">
      {[
        types[question.field_type],
        question.is_required ? texts.required : texts.optional,
        question.at_door && texts.atDoor,
        question.show_if && texts.afterAnother,
        section,
      ]
        .filter(Boolean)
        .join(' · ')}
    </span>
  </div>
);

interface Acting {
  readonly question: Question;
  readonly index: number;
  readonly sorting: Sorting;
  readonly again: () => Promise<void>;
  readonly onEdit: () => void;
}
const Acts = ({ question: { id, label }, index, sorting: { order, move }, again, onEdit }: Acting) => (
  <div class="row tight acts">
    <Button kind="bare" aria-label={texts.up(label)} disabled={index === 0} onClick={() => move(index, index - 1)}>
      ↑
    </Button>
    <Button
      kind="bare"
      aria-label={texts.down(label)}
      disabled={index === order.length - 1}
      onClick={() => move(index, index + 1)}
    >
      ↓
    </Button>
    <ButtonFor label={forms.edit} about={label} kind="calm" onClick={onEdit} />
    <Careful
      label={forms.delete}
      about={label}
      title={texts.deleteOne}
      onYes={async () => {
        if (await attempt(() => deleteQuestion(id), texts.isDeleted)) await again();
      }}
    >
      {texts.askedNoMore(label)}
    </Careful>
  </div>
);

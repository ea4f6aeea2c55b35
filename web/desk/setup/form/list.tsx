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
  if (questions.length === 0) return <Empty>{texts.none}</Empty>;
  const remove = async ({ id }: Question) => {
    if (await attempt(() => deleteQuestion(id), texts.isDeleted)) await again();
  };
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
            <Acts
              label={question.label}
              onUp={index > 0 ? () => sorting.move(index, index - 1) : undefined}
              onDown={index < questions.length - 1 ? () => sorting.move(index, index + 1) : undefined}
              onEdit={() => onOpen(question)}
              onDelete={() => remove(question)}
            />
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
  readonly label: string;
  /** Undefined for the first. */
  readonly onUp: (() => Promise<void>) | undefined;
  /** Undefined for the last. */
  readonly onDown: (() => Promise<void>) | undefined;
  readonly onEdit: () => void;
  readonly onDelete: () => Promise<void>;
}
/** Buttons that move, edit and delete a question, also one that a track asks of its projects. */
export const Acts = ({ label, onUp, onDown, onEdit, onDelete }: Acting) => (
  <div class="row tight acts">
    <Button kind="bare" aria-label={texts.up(label)} disabled={!onUp} onClick={() => onUp?.()}>
      ↑
    </Button>
    <Button kind="bare" aria-label={texts.down(label)} disabled={!onDown} onClick={() => onDown?.()}>
      ↓
    </Button>
    <ButtonFor label={forms.edit} about={label} kind="calm" onClick={onEdit} />
    <Careful label={forms.delete} about={label} title={texts.deleteOne} onYes={onDelete}>
      {texts.askedNoMore(label)}
    </Careful>
  </div>
);

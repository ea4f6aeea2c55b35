import { useSignal, type Signal } from '@preact/signals';
import { Button } from '../../../shared/button.tsx';
import { useLoaded } from '../../../shared/loaded.tsx';
import { online } from '../../../shared/online.ts';
import { useHackathon } from '../../hackathons.ts';
import { useFresh } from '../../live.ts';
import { ComingRows, Shown } from '../../parts/listing.tsx';
import { List } from './list.tsx';
import { Lists } from './lists.tsx';
import { QuestionForm } from './question-form.tsx';
import { readForm, readLists, type FormFound, type Question } from './requests.ts';
import { Sections } from './sections.tsx';
import { StartFrom } from './start-from.tsx';
import { Try } from './try.tsx';
import { questions as texts } from './texts/en.ts';

/** The open window: a question, or its name. */
type Opened = Question | 'new' | 'from' | 'try' | 'sections' | undefined;

/** The questions for people who register. */
export function Questions() {
  const { id, live, organization } = useHackathon();
  const form = useLoaded((signal) => readForm(id, signal), [id], 'form');
  const lists = useLoaded((signal) => readLists(organization.id, signal), [organization.id], 'lists');
  useFresh(live, form.again, ['super_event']);
  const opened = useSignal<Opened>(undefined);
  return (
    <>
      <section class="card" aria-labelledby="questions">
        <div class="row spread">
          <h2 id="questions">{texts.title}</h2>
          <div class="row">
            <Button kind="calm" disabled={!online.value} onClick={() => (opened.value = 'from')}>
              {texts.startFrom}
            </Button>
            <Button disabled={!online.value} data-testid="field-add" onClick={() => (opened.value = 'new')}>
              {texts.add}
            </Button>
          </div>
        </div>
        <Shown of={form} coming={<ComingRows />}>
          {(found) => (
            <>
              <List form={found} again={form.again} onOpen={(window) => (opened.value = window)} />
              <Window
                opened={opened}
                form={found}
                lists={(lists.data ?? []).map(({ name }) => name)}
                again={form.again}
              />
            </>
          )}
        </Shown>
      </section>
      <Lists of={lists} />
    </>
  );
}

interface Windows {
  readonly opened: Signal<Opened>;
  readonly form: FormFound;
  readonly lists: readonly string[];
  readonly again: () => Promise<void>;
}
function Window({ opened, form: { questions, sections }, lists, again }: Windows) {
  const { id } = useHackathon();
  const next = Math.max(-1, ...questions.map(({ order_index }) => order_index)) + 1;
  const onClose = () => (opened.value = undefined);
  const { value } = opened;
  if (value === undefined) return null;
  if (value === 'from') return <StartFrom next={next} again={again} onClose={onClose} />;
  if (value === 'try') return <Try hackathon={id} questions={questions} sections={sections} onClose={onClose} />;
  if (value === 'sections') {
    return <Sections hackathon={id} questions={questions} sections={sections} again={again} onClose={onClose} />;
  }
  const question = value === 'new' ? undefined : value;
  return <QuestionForm hackathon={id} {...{ question, lists, next, again, onClose }} all={questions} />;
}

/** The uploaded files of people, as one zip. */
import { useSignal } from '@preact/signals';
import { Button } from '../../shared/button.tsx';
import { useLoaded } from '../../shared/loaded.tsx';
import { online } from '../../shared/online.ts';
import { useHackathon } from '../hackathons.ts';
import { Choose } from '../parts/fields.tsx';
import { ComingRows, Shown } from '../parts/listing.tsx';
import { attempt } from '../parts/said.tsx';
import { downloadFiles, readFileQuestions, type Question, type Status } from './requests.ts';
import { uploads } from './texts/en.ts';

/** @param status Whose files; empty for those of all. */
export function Files({ status }: { readonly status: Status }) {
  const hackathon = useHackathon();
  const questions = useLoaded((signal) => readFileQuestions(hackathon, signal), [hackathon.id], 'questions-for-files');
  return (
    <section class="card stack unprinted" aria-labelledby="files">
      <h2 id="files">{uploads.title}</h2>
      <Shown of={questions} coming={<ComingRows />}>
        {({ files, consents }) =>
          files.length > 0 ? (
            <Choice files={files} consents={consents} status={status} />
          ) : (
            <p class="quiet">{uploads.none}</p>
          )
        }
      </Shown>
    </section>
  );
}

const named = (all: readonly Question[]) => all.map(({ id, label }) => ({ value: id, name: label }));

interface Choosing {
  readonly files: readonly Question[];
  readonly consents: readonly Question[];
  readonly status: Status;
}

function Choice({ files, consents, status }: Choosing) {
  const hackathon = useHackathon();
  const [field, consent, busy] = [useSignal(''), useSignal(''), useSignal(false)];
  const save = async () => {
    busy.value = true;
    await attempt(() => downloadFiles(hackathon, field.value, consent.value, status));
    busy.value = false;
  };
  return (
    <>
      <p class="quiet">{uploads.explained}</p>
      <div class="filters">
        <Choose
          label={uploads.of}
          value={field.value}
          options={[{ value: '', name: uploads.allQuestions }, ...named(files)]}
          onChoose={(chosen) => (field.value = chosen)}
        />
        <Choose
          label={uploads.ticked}
          value={consent.value}
          options={[{ value: '', name: uploads.anything }, ...named(consents)]}
          onChoose={(chosen) => (consent.value = chosen)}
        />
      </div>
      <div class="row">
        <Button
          kind="calm"
          data-testid="export-files"
          disabled={!online.value || busy.value}
          onClick={() => void save()}
        >
          {busy.value ? uploads.saving : uploads.zip}
        </Button>
      </div>
    </>
  );
}

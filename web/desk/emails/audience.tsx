/** The recipients of an email. */
import { registrationStatuses, trackRoles } from '../../../shared/contract/values.ts';
import { useHackathon } from '../hackathons.ts';
import { Choose } from '../parts/fields.tsx';
import { Ticks, toggled } from '../parts/form.tsx';
import type { Audience } from './requests.ts';
import { audience as texts, audienceRoles, audienceStatuses } from './texts/en.ts';

interface Props {
  readonly audience: Audience;
  readonly onChange: (audience: Audience) => void;
}

/** The lists of the audience, each left out where nothing of it is ticked. */
type Lists = 'statuses' | 'track_ids' | 'roles';
const questions = ['confirmed', 'checked_in', 'has_team'] as const;
type Question = (typeof questions)[number];

export function ChooseAudience({ audience, onChange }: Props) {
  const { tracks } = useHackathon();
  const ticks = (name: Lists, legend: string, options: readonly { id: string; name: string }[]) => {
    const ticked: readonly string[] = audience[name] ?? [];
    const toggle = (id: string) => {
      const { [name]: _former, ...others } = audience;
      const next = toggled(ticked, id);
      onChange(next.length > 0 ? { ...others, [name]: next } : others);
    };
    return <Ticks legend={legend} options={options} ticked={ticked} onToggle={toggle} />;
  };
  return (
    <>
      {ticks(
        'statuses',
        texts.to,
        registrationStatuses.map((id) => ({ id, name: audienceStatuses[id] })),
      )}
      <details>
        <summary>{texts.fewer}</summary>
        <div class="stack">
          {tracks.length > 0 && ticks('track_ids', texts.tracks, tracks)}
          {ticks(
            'roles',
            texts.roles,
            trackRoles.map((id) => ({ id, name: audienceRoles[id] })),
          )}
          {questions.map((name) => (
            <Answered key={name} name={name} audience={audience} onChange={onChange} />
          ))}
        </div>
      </details>
    </>
  );
}

const answers = [
  { value: '', name: texts.any },
  { value: 'yes', name: texts.yes },
  { value: 'no', name: texts.no },
];

/** A question that may be left open. */
const Answered = ({ name, audience, onChange }: Props & { readonly name: Question }) => (
  <Choose
    label={texts[name]}
    value={audience[name] === undefined ? '' : audience[name] ? 'yes' : 'no'}
    options={answers}
    onChoose={(value) => {
      const { [name]: _former, ...others } = audience;
      onChange(value === '' ? others : { ...others, [name]: value === 'yes' });
    }}
  />
);

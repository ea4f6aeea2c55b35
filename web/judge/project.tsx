/** The project of a team, kept with the list, so that a judge reads it without a network. */
import type { ComponentChildren } from 'preact';
import { Outside } from '../shared/outside.tsx';
import { moment } from '../shared/time.ts';
import type { Assignment } from './panel.ts';
import { project as texts } from './texts/en.ts';

type Handed = NonNullable<Assignment['submission']>;

interface Props {
  readonly of: Assignment['submission'];
  readonly zone: string;
}

export const Project = ({ of: project, zone }: Props) => (
  <section class="card project" aria-label={texts.label} data-testid="judge-project">
    {project ? <Shown project={project} zone={zone} /> : <p class="quiet">{texts.none}</p>}
  </section>
);

interface Showing {
  readonly project: Handed;
  readonly zone: string;
}

function Shown({ project, zone }: Showing) {
  const { title, description, links, video_url: video, built_with: builtWith, answers } = project;
  return (
    <>
      <header>
        <h2>{title}</h2>
        <When project={project} zone={zone} />
      </header>
      {description && <p class="said">{description}</p>}
      <dl>
        {video && (
          <Part name={texts.video}>
            <Outside to={video} />
          </Part>
        )}
        {links.length > 0 && (
          <Part name={texts.links}>
            {links.map((link) => (
              <Outside key={link} to={link} />
            ))}
          </Part>
        )}
        {builtWith.length > 0 && <Part name={texts.builtWith}>{builtWith.join(', ')}</Part>}
        {answers.map(({ label, value }) => (
          <Part key={label} name={label}>
            {typeof value === 'string' ? <Outside to={value} /> : inWords(value)}
          </Part>
        ))}
      </dl>
    </>
  );
}

const When = ({ project: { submitted_at: at, late_by_ms: late }, zone }: Showing) => (
  <p class="quiet small">
    {late === null ? texts.handedIn(moment(at, zone)) : texts.late(moment(at, zone), Math.ceil(late / 1_000))}
  </p>
);

const Part = ({ name, children }: { readonly name: string; readonly children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** Answers are free: a list is read as one, and what has parts as it was sent. */
function inWords(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  return Array.isArray(value) ? value.map(inWords).join(', ') : JSON.stringify(value);
}

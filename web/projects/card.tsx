/** A project as everybody sees it. */
import { useEffect, useRef } from 'preact/hooks';
import { summaryLength } from '../../shared/contract/formats.ts';
import type { Project } from '../shared/gallery.tsx';
import { isOpenable, Outside } from '../shared/outside.tsx';
import { listed } from '../shared/intl.ts';
import { card } from './texts/en.ts';

interface Props {
  readonly project: Project;
  /** The address of the page names its team. */
  readonly isNamed: boolean;
}

export function Card({ project, isNamed }: Props) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isNamed) row.current?.scrollIntoView({ block: 'center' });
  }, [isNamed]);
  return (
    <li ref={row} id={project.team.id} class={`card project${isNamed ? ' named' : ''}`} data-testid="project-card">
      <div class="stack tight">
        <h2>{project.title}</h2>
        <p class="quiet">
          {project.team.name} · {project.track.name}
          {project.table !== null && ` · ${card.table(project.table)}`}
        </p>
      </div>
      {project.prizes_won.length > 0 && (
        <p class="won" data-testid="prizes-won">
          <span aria-hidden="true">★</span> {card.won(listed(project.prizes_won.map(({ name }) => name)))}
        </p>
      )}
      {project.summary && <p class="summary">{shortened(project.summary)}</p>}
      {project.built_with.length > 0 && (
        <ul class="tools" aria-label={card.builtWith}>
          {project.built_with.map((tool) => (
            <li key={tool} class="tag">
              {tool}
            </li>
          ))}
        </ul>
      )}
      <Links project={project} />
    </li>
  );
}

/** The first characters of a description that goes on end with dots. */
const shortened = (summary: string) => ([...summary].length < summaryLength ? summary : `${summary.trimEnd()}…`);

function Links({ project: { title, links, video_url: video } }: { readonly project: Project }) {
  if (!video && links.length === 0) return null;
  return (
    <p class="links small">
      {video && isOpenable(video) && (
        <a href={video} target="_blank" rel="noopener noreferrer">
          {card.video}
          <span class="unseen">{card.videoAbout(title)}</span>
        </a>
      )}
      {links.map((link) => (
        <Outside key={link} to={link} />
      ))}
    </p>
  );
}

/** The setup of a hackathon: a checklist, and a form for each part. */
import type { ComponentType } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useHackathon } from '../hackathons.ts';
import { Later } from '../parts/later.tsx';
import { hashOf, place } from '../place.ts';
import { Checklist } from './checklist.tsx';
import { setup as texts } from './texts/en.ts';

interface Part {
  readonly part: string;
  readonly name: string;
  readonly Page: ComponentType;
  /** Only owners and administrators of the organization change it. */
  readonly isAdministered?: true;
}

const checklist: Part = { part: '', name: texts.checklist, Page: Checklist };
const all: readonly Part[] = [
  checklist,
  {
    ...{ part: 'hackathon', name: texts.hackathon, isAdministered: true },
    Page: () => <Later name="Details" of={{}} />,
  },
  {
    ...{ part: 'looks', name: texts.looks, isAdministered: true },
    Page: () => <Later name="Looks" of={{}} />,
  },
  {
    ...{ part: 'tracks', name: texts.tracks },
    Page: () => <Later name="Tracks" of={{}} />,
  },
  {
    ...{ part: 'form', name: texts.form, isAdministered: true },
    Page: () => <Later name="Questions" of={{}} />,
  },
  {
    ...{ part: 'doors', name: texts.doors },
    Page: () => <Later name="Points" of={{}} />,
  },
  {
    ...{ part: 'roles', name: texts.roles },
    Page: () => <Later name="Roles" of={{}} />,
  },
  {
    ...{ part: 'organization', name: texts.organization, isAdministered: true },
    Page: () => <Later name="OrganizationSetup" of={{}} />,
  },
  {
    ...{ part: 'prizes', name: texts.prizes, isAdministered: true },
    Page: () => <Later name="Prizes" of={{}} />,
  },
  {
    ...{ part: 'connections', name: texts.connections, isAdministered: true },
    Page: () => <Later name="Connections" of={{}} />,
  },
  {
    ...{ part: 'file', name: texts.file, isAdministered: true },
    Page: () => <Later name="EventFile" of={{}} />,
  },
];

export function Setup() {
  const { isAdministered } = useHackathon();
  const parts = all.filter((each) => isAdministered || !each.isAdministered);
  const { part, Page } = parts.find((each) => each.part === (place.value.part ?? '')) ?? checklist;
  const row = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    row.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [part]);
  return (
    <>
      <h1 class="unseen">{texts.title}</h1>
      <nav ref={row} class="tabs" aria-label={texts.parts}>
        {parts.map((each) => (
          <a
            key={each.part}
            href={hashOf({ ...place.value, part: each.part })}
            aria-current={each.part === part ? 'page' : undefined}
          >
            {each.name}
          </a>
        ))}
      </nav>
      <Page key={part} />
    </>
  );
}

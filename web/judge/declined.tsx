/** Teams that a judge declined: unsent ones, and the outcome of the others. */
import { Button } from '../shared/button.tsx';
import { Notice } from '../shared/notice.tsx';
import { online } from '../shared/online.ts';
import { news } from './declining.ts';
import { draftOf } from './drafts.ts';
import type { Team } from './panel.ts';
import { setDeclined } from './sender.ts';
import { declining as texts } from './texts/en.ts';

export const News = () =>
  news.value.map(({ kind, text }) => (
    <Notice
      key={text}
      kind={kind}
      action={
        <Button kind="bare" onClick={() => (news.value = news.value.filter((each) => each.text !== text))}>
          {texts.close}
        </Button>
      }
    >
      {text}
    </Notice>
  ));

export function Declined({ teams }: { readonly teams: readonly Team[] }) {
  if (teams.length === 0) return null;
  return (
    <section class="stack" aria-labelledby="declined" data-testid="declined">
      <h2 id="declined">{texts.declined}</h2>
      <ul class="teams">{teams.map(line)}</ul>
    </section>
  );
}

const line = ({ assignment: { id, team_name } }: Team) => (
  <li key={id} class="card team">
    <span class="row spread">
      <strong>{team_name}</strong>
      <span class="tag warn">{online.value ? texts.isTelling : texts.waits}</span>
    </span>
    <p class="quiet">{draftOf(id).declined}</p>
    <div>
      <Button kind="calm" onClick={() => setDeclined(id, undefined)}>
        {texts.takeBack}
      </Button>
    </div>
  </li>
);

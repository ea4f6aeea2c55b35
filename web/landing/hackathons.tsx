/** The public list of coming hackathons, with dates and links. */
import { useSignal } from '@preact/signals';
import type { Answer } from '../../clients/typescript/src/index.ts';
import { pathOf } from '../shared/address.ts';
import { Button } from '../shared/button.tsx';
import { stranger } from '../shared/client.ts';
import { Empty, Show, useLoaded } from '../shared/loaded.tsx';
import { spoken } from '../shared/spoken.ts';
import { ownZone } from '../shared/intl.ts';
import { span } from '../shared/periods.ts';
import { moment } from '../shared/time.ts';
import { formats, registration } from '../shared/people/texts/en.ts';
import { hackathons as texts } from './texts/en.ts';
import { LanguageChoice } from '../shared/language-choice.tsx';

type Listed = Answer<'events', 'listHackathons'>['hackathons'][number];

/** Further ones are shown when somebody asks for them. */
const shownAtFirst = 12;

export { ownHome } from '../shared/home.ts';

export const Languages = () => (
  <div class="languages small">
    <LanguageChoice />
  </div>
);

export function Hackathons() {
  const list = useLoaded((signal) => stranger.events.listHackathons({}, { signal }), []);
  return <Show of={list}>{({ hackathons }) => <Cards hackathons={spoken(hackathons)} />}</Show>;
}

function Cards({ hackathons }: { readonly hackathons: readonly Listed[] }) {
  const all = useSignal(false);
  if (hackathons.length === 0) {
    const own = (
      <a class="button calm" href={pathOf('/desk')}>
        {texts.organize}
      </a>
    );
    return <Empty action={own}>{texts.none}</Empty>;
  }
  const shown = all.value ? hackathons : hackathons.slice(0, shownAtFirst);
  const isOnlyOne = ({ slug }: Listed) => hackathons.filter((each) => each.slug === slug).length === 1;
  return (
    <>
      <div class="cards">
        {shown.map((each) => (
          <Card key={each.id} {...each} named={isOnlyOne(each) ? each.slug : each.id} />
        ))}
      </div>
      {shown.length < hackathons.length && (
        <Button kind="calm" onClick={() => (all.value = true)}>
          {texts.all(hackathons.length)}
        </Button>
      )}
    </>
  );
}

/** @param named Its slug, or its id where several have that slug. */
function Card({ named, ...hackathon }: Listed & { readonly named: string }) {
  const { name, organization, start_at, end_at, tz, format, is_open, gallery } = hackathon;
  return (
    <article class="card hackathon" data-testid="hackathon-card">
      <div>
        <h3>{name}</h3>
        <p class="quiet">{organization.name}</p>
      </div>
      <p>
        {start_at && span(start_at, end_at, tz ?? ownZone)}
        {format && <span class="quiet"> · {formats[format]}</span>}
      </p>
      {!is_open && <Closed {...hackathon} />}
      <div class="row acts">
        <a class={is_open ? 'button' : 'button calm'} href={pathOf(`/apply/${named}`)}>
          {is_open ? texts.takePart : texts.readMore}
          <span class="unseen">{is_open ? texts.takePartIn(name) : texts.readMoreAbout(name)}</span>
        </a>
        {gallery === 'open' && (
          <a class="button bare" href={pathOf(`/projects/${named}`)}>
            {texts.projects}
            <span class="unseen">{texts.projectsOf(name)}</span>
          </a>
        )}
      </div>
    </article>
  );
}

/** The list does not say when registration opens; the page of the hackathon does. */
function Closed({ id, tz }: Listed) {
  const read = useLoaded((signal) => stranger.events.getHackathon({ slug: id }, { signal }), [id]);
  const opens_at = read.data?.hackathon.opens_at;
  const isComing = opens_at && new Date(opens_at) > new Date();
  return <p>{isComing ? registration.opens(moment(opens_at, tz ?? ownZone)) : registration.isClosed}</p>;
}

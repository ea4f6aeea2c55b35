/** The organization of the hackathon: its name, whether it asks for a second factor, and its members. */
import { useSignal } from '@preact/signals';
import { isRefusal } from '../../../../clients/typescript/src/index.ts';
import { pathOf } from '../../../shared/address.ts';
import { Button } from '../../../shared/button.tsx';
import { Field } from '../../../shared/field.tsx';
import { useLoaded } from '../../../shared/loaded.tsx';
import { online } from '../../../shared/online.ts';
import { frame } from '../../../shared/texts/en.ts';
import { useHackathon } from '../../hackathons.ts';
import { useFresh } from '../../live.ts';
import { Careful } from '../../parts/dialog.tsx';
import { Form, useTexts } from '../../parts/form.tsx';
import { Shown } from '../../parts/listing.tsx';
import { attempt, explain } from '../../parts/said.tsx';
import { forms } from '../../parts/texts/en.ts';
import { useOrganizationFacts } from '../organization-facts.ts';
import { Members } from './members.tsx';
import { askForSecondFactor, readOrganization, renameOrganization, type Editing } from './requests.ts';
import { organization as words, secondFactor } from './texts/en.ts';

export function OrganizationSetup() {
  const { id } = useHackathon().organization;
  const found = useLoaded((signal) => readOrganization(id, signal), [id], 'organization');
  useFresh(useOrganizationFacts(), found.again, ['organization', 'member']);
  return (
    <Shown of={found}>
      {(organization) => (
        <>
          <Naming organization={organization} again={found.again} />
          {organization.viewer.isOwner && <SecondFactor organization={organization} again={found.again} />}
          <Members organization={organization} again={found.again} />
        </>
      )}
    </Shown>
  );
}

function Naming({ organization: { id, name, slug }, again }: Editing) {
  const { texts, former, field, send } = useTexts({ name, slug });
  const taken = useSignal<string>();
  const save = async () => {
    const sent = texts.value;
    const why: typeof explain = (error) => {
      if (!isRefusal(error, 'SLUG_TAKEN')) return explain(error);
      taken.value = sent.slug;
      return forms.nothingSaved;
    };
    if (await send(() => renameOrganization(id, former(), sent), words.saved, why)) await again();
  };
  return (
    <div class="card make">
      <Form onSend={save}>
        <Field label={forms.name} required minLength={2} maxLength={100} autocomplete="off" {...field('name')} />
        <Field
          label={words.slug}
          hint={words.slugHint}
          required
          maxLength={100}
          autocomplete="off"
          {...field('slug')}
          {...(taken.value === texts.value.slug && { wrong: words.slugTaken })}
        />
        <Button disabled={!online.value}>{forms.save}</Button>
      </Form>
    </div>
  );
}

const whyNot: typeof explain = (error) =>
  isRefusal(error, 'SECOND_FACTOR_MISSING') ? secondFactor.yoursFirst : explain(error);

function SecondFactor({ organization: { id, security }, again }: Editing) {
  const isRequired = security.second_factor === 'required';
  const next = isRequired ? 'optional' : 'required';
  const ask = async () => {
    if (await attempt(() => askForSecondFactor(id, next), secondFactor.states[next], whyNot)) await again();
  };
  return (
    <section class="card make" aria-labelledby="second-factor">
      <h2 id="second-factor">{secondFactor.title}</h2>
      <p>{secondFactor.states[security.second_factor]}</p>
      <p class="quiet small">
        {secondFactor.about} <a href={pathOf('/account')}>{frame.myAccount}</a>
      </p>
      <div class="row">
        {isRequired ? (
          <Button kind="calm" disabled={!online.value} onClick={ask}>
            {secondFactor.release}
          </Button>
        ) : (
          <Careful label={secondFactor.require} danger={false} title={secondFactor.requireTitle} onYes={ask}>
            {secondFactor.caution}
          </Careful>
        )}
      </div>
    </section>
  );
}

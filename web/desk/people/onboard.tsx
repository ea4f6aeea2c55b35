import { Button } from '../../shared/button.tsx';
import { Field } from '../../shared/field.tsx';
import { api } from '../../shared/session.ts';
import { useHackathon, type Hackathon } from '../hackathons.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Form, useTexts } from '../parts/form.tsx';
import { attempt } from '../parts/said.tsx';
import { forms } from '../parts/texts/en.ts';
import { people } from '../texts/en.ts';
import { onboarding } from './texts/en.ts';

interface Props {
  readonly onClose: () => void;
  readonly again: () => Promise<void>;
}
const nobody = { email: '', firstName: '', lastName: '' };

/** Brings somebody in by their email; the form stays open for the next one. */
export function Onboard({ onClose, again }: Props) {
  const hackathon = useHackathon();
  const { texts: person, field } = useTexts(nobody);
  const send = async () => {
    const { email, firstName, lastName } = person.value;
    const named = { email, ...(firstName && { firstName }), ...(lastName && { lastName }) };
    if (
      !(await attempt(
        () => onboard(hackathon, named),
        (outcome) => onboarding[outcome](email),
      ))
    )
      return;
    person.value = nobody;
    await again();
  };
  return (
    <Dialog title={people.add} onClose={onClose}>
      <p class="quiet">{onboarding.explained}</p>
      <Form onSend={send}>
        <Field label={forms.email} type="email" required autocomplete="off" {...field('email')} />
        <Field label={onboarding.firstName} hint={forms.mayBeLeftOut} autocomplete="off" {...field('firstName')} />
        <Field label={onboarding.lastName} hint={forms.mayBeLeftOut} autocomplete="off" {...field('lastName')} />
        <Button>{forms.add}</Button>
      </Form>
    </Dialog>
  );
}

/** Returns the outcome. */
async function onboard(
  { id }: Hackathon,
  person: { readonly email: string; readonly firstName?: string; readonly lastName?: string },
) {
  return (await api.onboarding.onboard({ slug: id, ...person })).status;
}

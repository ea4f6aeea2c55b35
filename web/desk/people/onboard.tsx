import { Button } from '../../shared/button.tsx';
import { Field } from '../../shared/field.tsx';
import { useHackathon } from '../hackathons.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Form, useTexts } from '../parts/form.tsx';
import { attempt } from '../parts/said.tsx';
import { onboard } from './requests.ts';

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
        (outcome) => `${email}: ${outcome}`,
      ))
    )
      return;
    person.value = nobody;
    await again();
  };
  return (
    <Dialog title="Add a person" onClose={onClose}>
      <p class="quiet">
        People with an account are accepted at once. Everybody else gets an email with a link, and is in once they
        follow it.
      </p>
      <Form onSend={send}>
        <Field label="Email" type="email" required autocomplete="off" {...field('email')} />
        <Field label="First name" hint="May be left out" autocomplete="off" {...field('firstName')} />
        <Field label="Last name" hint="May be left out" autocomplete="off" {...field('lastName')} />
        <Button>Add</Button>
      </Form>
    </Dialog>
  );
}

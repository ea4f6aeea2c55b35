import { Button } from '../../shared/button.tsx';
import { Field } from '../../shared/field.tsx';
import { useHackathon } from '../hackathons.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Form, useTexts } from '../parts/form.tsx';
import { attempt } from '../parts/said.tsx';
import { inviteJudge } from './requests.ts';

interface Props {
  readonly track: string;
  readonly name: string;
  readonly onClose: () => void;
}
const nobody = { email: '', message: '' };

/** Invites somebody to judge a track; the form stays open for the next one. */
export function InviteJudge({ track, name, onClose }: Props) {
  const hackathon = useHackathon();
  const { texts, field } = useTexts(nobody);
  const send = async () => {
    const { email, message } = texts.value;
    const outcome = (isNew: boolean) =>
      isNew ? `${email} is invited, and judges once they follow the link.` : `${email} was invited before.`;
    if (!(await attempt(() => inviteJudge(hackathon, track, email, message.trim()), outcome))) return;
    texts.value = { ...nobody, message };
  };
  return (
    <Dialog title={`Add a judge to ${name}`} onClose={onClose}>
      <p class="quiet">They get an email with a link, which makes them a judge of this track.</p>
      <Form onSend={send}>
        <Field label="Email" type="email" required autocomplete="off" {...field('email')} />
        <Field label="Message" hint="May be left out" maxLength={2000} autocomplete="off" {...field('message')} />
        <Button>Invite</Button>
      </Form>
    </Dialog>
  );
}

/** Accepts an invitation by the link of an email, and signs in. */
import { useSignal } from '@preact/signals';
import { isRefusal, RefusedError, type Answer, type MusterError } from '../../clients/typescript/src/index.ts';
import { Button } from '../shared/button.tsx';
import { stranger } from '../shared/client.ts';
import { Field, NewPasswordField } from '../shared/field.tsx';
import { goOn } from '../shared/home.ts';
import { Broken, forgetLink, Go, incomplete, inLink, LinkPage } from '../shared/link.tsx';
import { Show, useLoaded } from '../shared/loaded.tsx';
import { Notice } from '../shared/notice.tsx';
import { inWords } from '../shared/refused.ts';
import { useSending, wrongWith, type Sending } from '../shared/sending.ts';
import { acceptInvite } from '../shared/session.ts';
import { show } from '../shared/show.tsx';
import { span } from '../shared/time.ts';

const token = inLink('token');

type Invitation = Answer<'onboarding', 'readInvite'>['invitation'];

const roles: Readonly<Record<NonNullable<Invitation['role']>, string>> = {
  MENTOR: 'as a mentor',
  JUDGE: 'as a judge',
  TECH_PARTNER: 'as a tech partner',
  PARTNER: 'as a partner',
};
const sentences: Readonly<Record<string, string>> = {
  PASSWORD_REQUIRED: 'You have an account already. Enter its password.',
  INVALID_CREDENTIALS: 'You have an account already, and this is not its password.',
  RATE_LIMITED: 'That was too often. Try again later.',
  MAX_PARTICIPANTS_REACHED: 'The hackathon is full at the moment. Keep the link: it works as soon as a place is free.',
};
const codeOf = (error: MusterError | undefined) => (error instanceof RefusedError ? String(error.code) : '');

const Gone = ({ why }: { readonly why: string }) => (
  <LinkPage title="Invitation">
    <Broken why={why}>
      <Go to="/signin">Sign in</Go>
    </Broken>
  </LinkPage>
);

/** When and where it is, as far as that is said. */
const about = ({ start_at, end_at, tz, place }: Invitation) =>
  [start_at && span(start_at, end_at, tz ?? 'UTC'), place].filter(Boolean).join(', ');

function Invite() {
  const asked = useLoaded(
    async (signal) => (token ? (await stranger.onboarding.readInvite({ token }, { signal })).invitation : undefined),
    [],
  );
  if (!token) return <Gone why={incomplete} />;
  if (isRefusal(asked.error, 'INVITE_NOT_FOUND')) {
    return <Gone why="This link does not work any more. If you have accepted before, you are in." />;
  }
  if (asked.data) return <Accept invitation={asked.data} />;
  return (
    <LinkPage title="You are invited">
      <Show of={asked}>{() => null}</Show>
    </LinkPage>
  );
}

const Welcome = ({ invitation }: { readonly invitation: Invitation }) => (
  <LinkPage title={`You are in: ${invitation.super_event_name}`}>
    <div class="card">
      <Notice kind="good">{about(invitation) || 'The invitation is accepted, and you are signed in.'}</Notice>
      {invitation.role ? <Button onClick={() => goOn()}>Go on</Button> : <Go to="/me">Show my ticket</Go>}
    </div>
  </LinkPage>
);

function Accept({ invitation }: { readonly invitation: Invitation }) {
  const isDone = useSignal(false);
  const sending = useSending(async ({ name = '', password = '' }) => {
    await acceptInvite({ token, name, password });
    forgetLink();
    isDone.value = true;
  });
  if (isDone.value) return <Welcome invitation={invitation} />;
  if (codeOf(sending.refused) === 'INVITE_NOT_FOUND') {
    return <Gone why="This link was used a moment ago. If it was you, you are in." />;
  }
  const { super_event_name, event_name, organization_name, invited_by, role } = invitation;
  return (
    <LinkPage title={`You are invited to ${event_name ? `${event_name} at ` : ''}${super_event_name}`}>
      <div class="stack tight">
        <p>
          By {[invited_by, organization_name].filter(Boolean).join(', ')}
          {role && `, ${roles[role]}`}
        </p>
        {about(invitation) && <p class="quiet">{about(invitation)}</p>}
      </div>
      <Person invitation={invitation} sending={sending} />
    </LinkPage>
  );
}

interface Accepting {
  readonly invitation: Invitation;
  readonly sending: Sending;
}
function Person({ invitation: { name, role }, sending: { refused, isSending, onSubmit } }: Accepting) {
  const code = codeOf(refused);
  const isPassword = code === 'PASSWORD_REQUIRED' || code === 'INVALID_CREDENTIALS';
  return (
    <form class="card" onSubmit={onSubmit}>
      <p>Say who you are, so that you have {role ? 'an account' : 'your ticket'}.</p>
      <Field
        label="Name"
        name="name"
        autocomplete="name"
        required
        maxLength={200}
        defaultValue={name ?? ''}
        wrong={wrongWith(refused, 'name')}
      />
      <NewPasswordField
        label="Password"
        hint="At least 10 characters. If you have an account already, its password."
        wrong={isPassword ? sentences[code] : wrongWith(refused, 'password')}
      />
      {refused && !isPassword && <Notice kind="bad">{sentences[code] ?? inWords(refused)}</Notice>}
      <Button disabled={isSending}>Accept the invitation</Button>
      {code === 'INVALID_CREDENTIALS' && (
        <Go to="/auth/reset" kind="bare">
          Choose a new password
        </Go>
      )}
    </form>
  );
}

show(<Invite />);

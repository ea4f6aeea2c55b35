/** Accepts an invitation by the link of an email, and signs in. */
import { useSignal } from '@preact/signals';
import { isRefusal, RefusedError, type Answer, type MusterError } from '../../clients/typescript/src/index.ts';
import { Button } from '../shared/button.tsx';
import { stranger } from '../shared/client.ts';
import { Field, NewPasswordField, PasswordField } from '../shared/field.tsx';
import { goOn } from '../shared/home.ts';
import { Broken, forgetLink, Go, inLink, LinkPage } from '../shared/link.tsx';
import { Show, useLoaded } from '../shared/loaded.tsx';
import { Notice } from '../shared/notice.tsx';
import { inWords } from '../shared/refused.ts';
import { useSending, wrongWith, type Sending } from '../shared/sending.ts';
import { acceptInvite, api, resume, user } from '../shared/session.ts';
import { leadToSecondFactor } from '../shared/signing-in.ts';
import { show } from '../shared/show.tsx';
import { span } from '../shared/periods.ts';
import { links } from '../shared/people/texts/en.ts';
import { invite as texts, refusals } from './texts/en.ts';

const token = inLink('token');

type Told = Answer<'onboarding', 'readInvite'>;
type Invitation = Told['invitation'];

const sentences: Readonly<Record<string, string>> = refusals;
const codeOf = (error: MusterError | undefined) => (error instanceof RefusedError ? String(error.code) : '');

const Gone = ({ why }: { readonly why: string }) => (
  <LinkPage title={texts.title}>
    <Broken why={why}>
      {user.value ? <Button onClick={() => goOn()}>{texts.goOn}</Button> : <Go to="/signin">{texts.signIn}</Go>}
    </Broken>
  </LinkPage>
);

/** When and where it is, as far as that is said. */
const about = ({ start_at, end_at, tz, place }: Invitation) =>
  [start_at && span(start_at, end_at, tz ?? 'UTC'), place].filter(Boolean).join(', ');

async function read(signal: AbortSignal): Promise<Told | undefined> {
  // The session decides what the page asks; without an answer it asks for the password.
  await resume().catch(() => false);
  return token ? stranger.onboarding.readInvite({ token }, { signal }) : undefined;
}

function Invite() {
  const asked = useLoaded(read, []);
  if (!token) return <Gone why={links.incomplete} />;
  if (isRefusal(asked.error, 'INVITE_NOT_FOUND')) {
    return <Gone why={texts.isOld} />;
  }
  if (asked.data) return <Accept {...asked.data} />;
  return (
    <LinkPage title={texts.youAre}>
      <Show of={asked}>{() => null}</Show>
    </LinkPage>
  );
}

const Welcome = ({ invitation }: { readonly invitation: Invitation }) => (
  <LinkPage title={texts.youAreIn(invitation.super_event_name)}>
    <div class="card">
      <Notice kind="good">{about(invitation) || texts.isAccepted}</Notice>
      <Onwards role={invitation.role} />
    </div>
  </LinkPage>
);

function Onwards({ role }: Pick<Invitation, 'role'>) {
  if (role === null) return <Go to="/me">{texts.showTicket}</Go>;
  if (role === 'JUDGE') return <Go to="/judge">{texts.judge}</Go>;
  return <Button onClick={() => goOn()}>{texts.goOn}</Button>;
}

/** Accepts and signs in, or leads to where the second factor is asked for; the invitation is accepted by then. */
async function enter(invite: Parameters<typeof acceptInvite>[0], to: string): Promise<void> {
  try {
    await acceptInvite(invite);
  } catch (error) {
    if (!leadToSecondFactor(error, to)) throw error;
  }
}

function Accept({ invitation, has_account }: Told) {
  const isDone = useSignal(false);
  const isMine = user.value?.email === invitation.email;
  const sending = useSending(async ({ name, password }) => {
    if (isMine) await api.onboarding.acceptAsMyself({ token });
    else await enter({ token, ...(name && { name }), ...(password && { password }) }, invitation.role ? '' : 'me');
    forgetLink();
    isDone.value = true;
  });
  if (isDone.value) return <Welcome invitation={invitation} />;
  if (codeOf(sending.refused) === 'INVITE_NOT_FOUND') {
    return <Gone why={texts.isUsed} />;
  }
  const { super_event_name, event_name, organization_name, invited_by, role, email } = invitation;
  const Form = isMine ? Myself : has_account ? Account : Newcomer;
  return (
    <LinkPage title={texts.invitedTo(super_event_name, event_name)}>
      <div class="stack tight">
        <p>
          {texts.by([invited_by, organization_name].filter(Boolean).join(', '), role ? texts.roles[role] : undefined)}
        </p>
        {about(invitation) && <p class="quiet">{about(invitation)}</p>}
      </div>
      {user.value && !isMine && <Notice>{texts.isForOther(user.value.email, email)}</Notice>}
      <Form invitation={invitation} sending={sending} />
    </LinkPage>
  );
}

interface Accepting {
  readonly invitation: Invitation;
  readonly sending: Sending;
}

const Refused = ({ code, refused }: { readonly code: string; readonly refused: MusterError | undefined }) =>
  refused && <Notice kind="bad">{sentences[code] ?? inWords(refused)}</Notice>;

/** Somebody who is signed in has said who they are. */
const Myself = ({ sending: { refused, isSending, onSubmit } }: Accepting) => (
  <form class="card" onSubmit={onSubmit}>
    <p>{texts.youAreSignedIn(user.value?.name ?? '', user.value?.email ?? '')}</p>
    <Refused code={codeOf(refused)} refused={refused} />
    <Button disabled={isSending}>{texts.accept}</Button>
  </form>
);

/** Somebody with an account, who signs in by accepting. */
function Account({ invitation: { email }, sending: { refused, isSending, onSubmit } }: Accepting) {
  const code = codeOf(refused);
  // One that is too short to be anybody's is wrong as well.
  const isWrong = code === 'INVALID_CREDENTIALS' || wrongWith(refused, 'password') !== undefined;
  return (
    <form class="card" onSubmit={onSubmit}>
      <p>{texts.hasAccount}</p>
      <Field label={texts.email} name="email" type="email" autocomplete="username" readOnly value={email} />
      <PasswordField
        label={texts.yourPassword}
        autocomplete="current-password"
        wrong={isWrong ? sentences['INVALID_CREDENTIALS'] : undefined}
      />
      {!isWrong && <Refused code={code} refused={refused} />}
      <Button disabled={isSending}>{texts.signInAndAccept}</Button>
      <Go to={`/auth/reset#${new URLSearchParams({ email }).toString()}`} kind="bare">
        {texts.newPassword}
      </Go>
    </form>
  );
}

/** Somebody without an account, or with one that has no password yet. */
function Newcomer({ invitation: { name, role }, sending: { refused, isSending, onSubmit } }: Accepting) {
  const code = codeOf(refused);
  const isPassword = code === 'PASSWORD_REQUIRED' || code === 'INVALID_CREDENTIALS';
  return (
    <form class="card" onSubmit={onSubmit}>
      <p>{texts.sayWho(role === null)}</p>
      <Field
        label={texts.name}
        name="name"
        autocomplete="name"
        required
        maxLength={200}
        defaultValue={name ?? ''}
        wrong={wrongWith(refused, 'name')}
      />
      <NewPasswordField label={texts.password} wrong={isPassword ? sentences[code] : wrongWith(refused, 'password')} />
      {!isPassword && <Refused code={code} refused={refused} />}
      <Button disabled={isSending}>{texts.accept}</Button>
    </form>
  );
}

show(<Invite />);

/** The writer of each email. */
import { readVerificationSecret, type EmailName } from '../../../shared/contract/emails.ts';
import { addressTaken, emailChange, emailStop, factorsChanged } from './address.ts';
import { confirmReminder, decision, lapsed } from './decision.ts';
import { about, day, eventTitle, placeOf, until, type EmailWriter } from './writer.ts';

const verification: EmailWriter<'verification'> = (_, { texts, publicUrl, secret = '' }) => {
  const { token, code } = readVerificationSecret(secret);
  const { subject, confirm, asked, type, password, notYou } = texts.verification;
  return {
    subject,
    greeting: texts.hello(null),
    paragraphs: [asked, ...(code === undefined ? [] : [type])],
    typed: code,
    link: { label: confirm, url: `${publicUrl}/auth/verify#token=${token}` },
    closing: [password(code !== undefined), notYou],
  };
};

const reset: EmailWriter<'reset'> = ({ name }, { texts, publicUrl, secret = '', to }) => ({
  subject: texts.choosePassword,
  greeting: texts.hello(name),
  paragraphs: [texts.reset.asked],
  link: {
    label: texts.choosePassword,
    url: `${publicUrl}/auth/reset#${new URLSearchParams({ token: secret, email: to }).toString()}`,
  },
  closing: [texts.linkWorks, texts.reset.notYou],
});

/** A sign-up answers the same for a known address. Only its owner is told, by this email. */
const knownAddress: EmailWriter<'known-address'> = ({ name }, { texts, publicUrl }) => {
  const { subject, asked, forgotten, notYou } = texts.knownAddress;
  return {
    subject,
    greeting: texts.hello(name),
    paragraphs: [asked, forgotten],
    link: { label: texts.choosePassword, url: `${publicUrl}/auth/reset` },
    closing: [notYou],
  };
};

/** Sent instead of a link, so that the request takes as long for an unknown address. */
const unknownAddress: EmailWriter<'unknown-address'> = (_, { texts }) => {
  const { subject, asked, perhaps, notYou } = texts.unknownAddress;
  return { subject, greeting: texts.hello(null), paragraphs: [asked, perhaps], closing: [notYou] };
};

const erasure: EmailWriter<'erasure'> = ({ name, due_at }, { texts, publicUrl, secret = '' }) => {
  const { subject, after, until: meanwhile, keep, works, notYou } = texts.erasure;
  return {
    subject,
    greeting: texts.hello(name),
    paragraphs: [after(day(due_at, texts)), meanwhile],
    link: { label: keep, url: `${publicUrl}/account/restore#token=${secret}` },
    closing: [works, notYou],
  };
};

const invitation: EmailWriter<'invitation'> = (data, { texts, publicUrl, secret }) => {
  const { subject, invites, accept, open, ignore } = texts.invitation;
  return {
    subject: subject(data.super_event_name),
    greeting: texts.hello(data.name),
    paragraphs: [invites(data.organization_name, data.super_event_name)],
    organization: data.organization_name,
    ...about(data.happening, texts),
    link: { label: accept, url: `${publicUrl}/invites/accept#token=${secret}` },
    closing: [open(until(data.expires_at, data.happening, texts)), ignore],
  };
};

const roleInvitation: EmailWriter<'role-invitation'> = (data, { texts, publicUrl, secret }) => {
  const { subject, invites } = texts.roleInvitation;
  const event = eventTitle(data);
  return {
    subject: subject(data.role, event),
    greeting: texts.hello(null),
    paragraphs: [invites(data.invited_by, data.role, event), ...(data.message ? [data.message] : [])],
    link: { label: texts.invitation.accept, url: `${publicUrl}/invites/accept#token=${secret}` },
    ...about(data.happening, texts),
    closing: [texts.invitation.open(until(data.expires_at, data.happening, texts))],
  };
};

const moved: EmailWriter<'moved'> = (data, sender) => {
  const { texts } = sender;
  const event = eventTitle(data);
  return {
    subject: texts.moved.subject(event),
    greeting: texts.hello(data.name),
    paragraphs: [texts.moved.moved(event), texts.moved.bring],
    ...placeOf(data, sender),
  };
};

const results: EmailWriter<'results'> = (data, { texts, publicUrl }) => {
  const { subject, out, rank, see, thanks } = texts.results;
  const event = eventTitle(data);
  return {
    subject: subject(event),
    greeting: texts.hello(data.name),
    paragraphs: [out(event), rank(data)],
    link: { label: see, url: `${publicUrl}/me` },
    organization: data.organization_name,
    closing: [thanks],
  };
};

const webhookDisabled: EmailWriter<'webhook-disabled'> = (
  { name, organization_name, host, failing_since },
  { texts },
) => {
  const { subject, failing, kept, again } = texts.webhookDisabled;
  return {
    subject: subject(organization_name),
    greeting: texts.hello(name),
    paragraphs: [failing(organization_name, host, day(failing_since, texts)), kept],
    organization: organization_name,
    closing: [again],
  };
};

export const writers: { readonly [L in EmailName]: EmailWriter<L> } = {
  verification,
  'known-address': knownAddress,
  reset,
  'unknown-address': unknownAddress,
  'email-change': emailChange,
  'address-taken': addressTaken,
  'email-stop': emailStop,
  'factors-changed': factorsChanged,
  erasure,
  invitation,
  'role-invitation': roleInvitation,
  decision,
  'confirm-reminder': confirmReminder,
  lapsed,
  moved,
  results,
  'webhook-disabled': webhookDisabled,
};

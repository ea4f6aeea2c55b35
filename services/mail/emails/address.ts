/** The emails about changes of an account: of its address, to the new one and the former one, and of its ways to sign in. */
import { readVerificationSecret } from '../../../shared/contract/emails.ts';
import type { EmailWriter } from './writer.ts';

export const emailChange: EmailWriter<'email-change'> = (_, { texts, publicUrl, secret = '' }) => {
  const { token, code } = readVerificationSecret(secret);
  const { subject, asked, type, confirm, works, notYou } = texts.emailChange;
  return {
    subject,
    greeting: texts.hello(null),
    paragraphs: [asked, type],
    typed: code,
    link: { label: confirm, url: `${publicUrl}/account/email#token=${token}` },
    closing: [works, notYou],
  };
};

/** Sent in place of the link, so that the request takes as long for an address that has an account. */
export const addressTaken: EmailWriter<'address-taken'> = (_, { texts, publicUrl }) => ({
  subject: texts.addressTaken.subject,
  greeting: texts.hello(null),
  paragraphs: [texts.addressTaken.asked],
  link: { label: texts.signIn, url: `${publicUrl}/signin` },
  closing: [texts.knownAddress.notYou],
});

export const emailStop: EmailWriter<'email-stop'> = ({ name, email }, { texts, publicUrl, secret = '' }) => {
  const { subject, asked, you, notYou, stop, works } = texts.emailStop;
  return {
    subject,
    greeting: texts.hello(name),
    paragraphs: [asked(email), you, notYou],
    link: { label: stop, url: `${publicUrl}/account/email#stop=${secret}` },
    closing: [works],
  };
};

export const factorsChanged: EmailWriter<'factors-changed'> = ({ name, change, passkey }, { texts, publicUrl }) => {
  const { subject, changed, notYou, open } = texts.factorsChanged;
  return {
    subject,
    greeting: texts.hello(name),
    paragraphs: [changed[change](passkey ?? ''), texts.emailStop.you, notYou],
    link: { label: open, url: `${publicUrl}/account` },
  };
};

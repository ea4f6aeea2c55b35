/** The emails about a place: decided about, to be confirmed, and lapsed. */
import type { EmailData } from '../../../shared/contract/emails.ts';
import { richly, wordsFor } from '../rich-text.ts';
import type { EmailTexts } from '../texts/en.ts';
import { about, daysOf, eventTitle, placeOf, until, type EmailContext, type EmailWriter } from './writer.ts';

export const decision: EmailWriter<'decision'> = (data, sender) => {
  const { texts } = sender;
  const { accepted, waitlisted, rejected, undecided } = texts;
  const event = eventTitle(data);
  const greeting = texts.hello(data.name);
  const ownWords = ownWordsOf(data, sender);
  switch (data.status) {
    case 'accepted':
      return {
        subject: accepted.subject(event, daysOf(data.happening, texts)),
        greeting,
        paragraphs: [accepted.place(event), ...confirming(data, texts), accepted.bring, ...ownWords],
        ...placeOf(data, sender),
      };
    case 'waitlisted':
      return {
        subject: waitlisted.subject(event),
        greeting,
        paragraphs: [waitlisted.full(event), waitlisted.wait, ...ownWords],
        ...about(data.happening, texts),
      };
    case 'pending':
      return {
        subject: undecided.subject(event),
        greeting,
        paragraphs: [undecided.mistaken(event), undecided.wait],
        organization: data.happening?.organization_name,
      };
    case 'rejected':
      return {
        subject: rejected.subject(event),
        greeting,
        paragraphs: [rejected.sorry(event), ...ownWords, rejected.thanks],
        organization: data.happening?.organization_name,
      };
  }
};

/** Says until when the place has to be confirmed, where it has to. */
const confirming = ({ confirm_by, happening }: EmailData<'decision'>, texts: EmailTexts) =>
  confirm_by ? [texts.accepted.confirm(until(confirm_by, happening, texts))] : [];

/** The hackathon's own paragraph about such a decision. */
function ownWordsOf(data: EmailData<'decision'>, { own = {} }: EmailContext) {
  const { name, super_event_name: hackathon, event_name: track } = data;
  return richly(
    data.status === 'pending' ? '' : (own[data.status] ?? ''),
    wordsFor({ name: name ?? '', hackathon, track }),
  );
}

export const confirmReminder: EmailWriter<'confirm-reminder'> = (data, { texts, publicUrl }) => {
  const { subject, place, before, confirm } = texts.confirmReminder;
  return {
    subject: subject(data.super_event_name),
    greeting: texts.hello(data.name),
    paragraphs: [place(data.super_event_name), before(until(data.confirm_by, data.happening, texts))],
    ...about(data.happening, texts),
    link: { label: confirm, url: `${publicUrl}/me` },
  };
};

export const lapsed: EmailWriter<'lapsed'> = (data, { texts, publicUrl }) => {
  const { late, moves, back, giveUp } = texts.lapsed;
  return {
    subject: texts.waitlisted.subject(data.super_event_name),
    greeting: texts.hello(data.name),
    paragraphs: [late(data.super_event_name), ...(data.moves ? [moves] : []), back, giveUp],
    ...about(data.happening, texts),
    link: { label: texts.openTickets, url: `${publicUrl}/me` },
  };
};

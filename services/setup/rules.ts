/**
 * Finds changes that the sender of an event file may not make by single requests. Only differences are checked, so
 * unchanged rows may be in the file. Pure functions.
 */
import { isReservedAddress } from '../../shared/contract/email-address.ts';
import type { OrganizationRole, PaymentStatus } from '../../shared/contract/vocabulary.ts';
import type { Difference } from '../../shared/database/portable.ts';

export interface FileSender {
  readonly role: OrganizationRole | null;
  /** Their address, by which a file names people. */
  readonly email: string;
  readonly hasSession: boolean;
  readonly mayCreateEvents: boolean;
  /** The state of payment of a new hackathon. */
  readonly paymentOfNew: PaymentStatus;
  /** The hackathons of the organization that are not paid. */
  readonly unpaid: readonly string[];
}
export interface RefusedPart {
  /** As a plan calls it, such as `super event spring-hack`. */
  readonly what: string;
  readonly reason: string;
}

/** In the order of the plan; empty where all of it is allowed. */
export const refusedOf = (differences: readonly Difference[], sender: FileSender): RefusedPart[] =>
  differences.flatMap((difference) => {
    if (difference.action === 'unchanged') return [];
    const reason = judges[difference.kind]?.(difference, sender);
    return reason === undefined ? [] : [{ what: `${difference.kind} ${difference.name}`, reason }];
  });

type Judge = (difference: Difference, sender: FileSender) => string | undefined;

/** Tells whether only a session may make this, as in the dashboard. */
export const needsSession = ({ action, kind }: Difference): boolean =>
  action === 'create' && (kind === 'super event' || kind === 'track');

export const madeInSession = (differences: readonly Difference[]): RefusedPart[] =>
  differences
    .filter((difference) => needsSession(difference))
    .map(({ kind, name }) => ({ what: `${kind} ${name}`, reason: 'Hackathons and tracks are made in a session.' }));

/** The defaults of a hackathon. */
const usualOf = ({ paymentOfNew }: FileSender): Readonly<Record<string, unknown>> => ({
  payment_status: paymentOfNew,
  paid_track_count: 0,
  paid_days: 0,
});

const accepts: Judge = ({ fields, ids }, { unpaid }) =>
  fields['status']?.[1] === 'accepted' && unpaid.includes(String(ids['super_event_id']))
    ? 'The hackathon is not paid.'
    : undefined;

/** By kind. Of the others an owner or admin may make, change and remove what a file can say. */
const judges: Readonly<Record<string, Judge>> = {
  organization({ action, fields }) {
    if (action === 'create') return 'Organizations are made by the operator.';
    return 'can_create_events' in fields ? 'can_create_events is for the operator to say.' : undefined;
  },

  'super event'({ action, fields }, sender) {
    const usual = usualOf(sender);
    if (action === 'create' && !sender.mayCreateEvents) return 'This organization may not make hackathons.';
    const theirs = Object.keys(usual).find((name) => {
      const [, wanted] = fields[name] ?? [];
      return name in fields && (action === 'change' || wanted !== usual[name]);
    });
    return theirs && `${theirs} is for the operator to say.`;
  },

  // Nobody can own an address below .invalid, so invented people take none from a real person.
  person: ({ action, name }) =>
    action === 'create' && !isReservedAddress(name)
      ? 'There is no account with this address: onboard the person first.'
      : undefined,

  participant: accepts,
  registration: accepts,

  member({ fields }, sender) {
    if (sender.role === 'OWNER' || !fields['role']?.includes('OWNER')) return undefined;
    return 'Only an OWNER makes or removes one.';
  },

  'API key'({ action, wanted }, { email, hasSession }) {
    if (action === 'remove') return undefined;
    if (!hasSession) return 'Keys are made in a session.';
    return wanted?.entry['user'] === email ? undefined : 'Nobody makes or changes a key of somebody else.';
  },
};

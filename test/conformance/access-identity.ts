/** Who passes the guard of identity's endpoints: sessions, keys, devices. */
import { randomUUID } from 'node:crypto';
import type { Row, Scene } from './access-matrix.ts';
import { actors } from './actors.ts';

const administer = ['OWNER', 'ADMIN'] as const;
const organize = [...administer, 'ORGANIZER'] as const;
const ofOrganization = ({ acme }: Scene) => ({ orgId: acme.id });

/** Whoever needs none of it may come with a key. Without a body most is refused, but not for who asks. */
export const identity: Record<string, Row> = {
  'identity.signUp': { may: actors },
  'identity.verify': { may: actors },
  'identity.signIn': { may: actors },
  'identity.refresh': { may: actors },
  'identity.signOut': { may: [] },
  'identity.resetPassword': { may: actors },
  'identity.updatePassword': { may: actors },
  'identity.me': { may: actors },
  'identity.addDevice': {
    may: organize,
    params: ofOrganization,
    body: ({ hack }) => ({ kind: 'kiosk', name: 'Door', super_event_id: hack.id }),
  },
  'identity.listDevices': { may: organize, params: ofOrganization },
  'identity.removeDevice': { may: organize, params: ({ device }) => ({ id: device }) },
  'identity.pairDevice': { may: actors },
  'identity.reportDevice': { may: [], body: () => ({ queued: 0, version: '0.1.0' }) },
  'identity.listKeys': { may: actors, params: ofOrganization },
  'identity.createKey': { may: actors, params: ofOrganization, body: () => ({ label: randomUUID() }) },
  'identity.revokeKey': { may: administer, params: ({ acme, key }) => ({ orgId: acme.id, id: key }) },
};

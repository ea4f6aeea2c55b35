/** The callers that pass the guard of identity's endpoints: sessions, keys, devices. */
import { randomUUID } from 'node:crypto';
import type { Row, Scene } from './access-matrix.ts';
import { actors } from './actors.ts';

const administer = ['OWNER', 'ADMIN'] as const;
const organize = [...administer, 'ORGANIZER'] as const;
const ofOrganization = ({ acme }: Scene) => ({ orgId: acme.id });

/** Public endpoints accept a key as well. Without a body most requests are refused, but not for the caller. */
export const identity: Record<string, Row> = {
  'identity.signUp': { may: actors },
  'identity.resendVerification': { may: actors },
  'identity.verify': { may: actors },
  'identity.signIn': { may: actors },
  'identity.refresh': { may: actors },
  'identity.signOut': { may: [] },
  'identity.listProviders': { may: actors },
  'identity.beginSignInBy': { may: actors },
  'identity.returnSignInBy': { may: actors },
  'identity.joinBy': { may: actors },
  'identity.completeSignIn': { may: actors },
  'identity.readTotp': { may: [] },
  'identity.beginTotp': { may: [] },
  'identity.confirmTotp': { may: [] },
  'identity.removeTotp': { may: [] },
  'identity.beginPasskey': { may: [] },
  'identity.addPasskey': { may: [] },
  'identity.listPasskeys': { may: [] },
  'identity.renamePasskey': { may: [], params: () => ({ id: randomUUID() }), body: () => ({ name: 'Phone' }) },
  'identity.removePasskey': { may: [], params: () => ({ id: randomUUID() }) },
  'identity.beginPasskeySignIn': { may: actors },
  'identity.signInByPasskey': { may: actors },
  'identity.resetPassword': { may: actors },
  'identity.updatePassword': { may: actors },
  'identity.me': { may: actors },
  'identity.updateMe': { may: [] },
  'identity.changeEmail': { may: [] },
  'identity.confirmEmail': { may: actors },
  'identity.stopEmail': { may: actors },
  'identity.exportData': { may: [] },
  'identity.getErasure': { may: [] },
  'identity.eraseMe': { may: [] },
  'identity.restoreMe': { may: actors },
  'identity.listSessions': { may: [] },
  'identity.endSession': { may: [], params: () => ({ id: randomUUID() }) },
  'identity.addDevice': {
    may: organize,
    params: ofOrganization,
    body: ({ hack }) => ({ kind: 'kiosk', name: 'Door', super_event_id: hack.id }),
  },
  'identity.listDevices': { may: organize, params: ofOrganization },
  'identity.removeDevice': { may: organize, params: ({ device }) => ({ id: device }) },
  'identity.readPairing': { may: actors },
  'identity.pairDevice': { may: actors },
  'identity.reportDevice': { may: [], body: () => ({ queued: 0, version: '0.1.0' }) },
  'identity.listKeys': { may: actors, params: ofOrganization },
  'identity.createKey': { may: actors, params: ofOrganization, body: () => ({ label: randomUUID() }) },
  'identity.revokeKey': { may: administer, params: ({ acme, key }) => ({ orgId: acme.id, id: key }) },
};

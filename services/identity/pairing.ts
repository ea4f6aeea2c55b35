/** Kiosks and boards as they come to be, whoever adds them: with a code that pairs each once, and where it is to be opened. */
import type { Db } from '../../shared/database/database.ts';
import { newId } from '../../shared/database/ids.ts';
import { hashPairingCode, newPairingCode, pairingUrl } from './pairing-code.ts';
import { insertDevice, renewCode, type NewDevice } from './queries/devices.ts';

/** `id`: of its own choice, where whoever adds it has to know it before. */
type Wanted = Omit<NewDevice, 'id' | 'code_hash'> & Partial<Pick<NewDevice, 'id'>>;

/** Undefined where the hackathon has as many devices as it may. The caller has taken a turn before. */
export async function addDevice(db: Db, publicUrl: string, wanted: Wanted) {
  const code = newPairingCode();
  const added = await insertDevice(db, { id: newId(), ...wanted, code_hash: hashPairingCode(code) });
  if (!added) return undefined;
  const { code_expires_at, ...device } = added;
  return { device, pairing: { code, url: pairingUrl(publicUrl, wanted.kind, code), expires_at: code_expires_at! } };
}

/** The address of a device that nobody paired while its code was good; undefined for any other. */
export async function pairAgain(db: Db, publicUrl: string, id: string): Promise<string | undefined> {
  const code = newPairingCode();
  const renewed = await renewCode(db, id, hashPairingCode(code));
  return renewed && pairingUrl(publicUrl, renewed.kind, code);
}

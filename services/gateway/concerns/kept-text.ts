/**
 * Reads a text that may be too large for one message of the bus: it is compressed and sent in parts to the service
 * that reads it, each by a call of its own, so that any process may answer, and a lost part is sent again. The action
 * gets the hash of the text, so that a repeat has the same parameters.
 */
import { createHash } from 'node:crypto';
import { packBytes } from '../../../shared/base/packed.ts';
import type { Viewer } from '../../../shared/base/viewer.ts';
import { textBody } from '../../../shared/contract/concerns.ts';
import type { ActionAnswer } from '../../../shared/contract/index.ts';
import { traitsOf } from '../call.ts';
import { forward } from '../forward.ts';
import { partBytes } from '../limits.ts';
import type { Gateway, GatewayRequest, Step } from '../request.ts';
import { cleanPath, isJson, readRest, readWholeText, type Body } from './body.ts';

export const keepText: Step = (endpoint, gateway) => {
  const text = textBody.of(endpoint);
  if (!text?.kept) return undefined;
  const { param, bytes, mediaType, kept } = text;
  return async (request, next) => {
    const { req, viewer } = request;
    if (!viewer) throw new Error('A text is kept for somebody who is known.');
    const type = isJson(req) ? 'json' : 'csv';
    const read = async (): Promise<Body> => {
      const whole = await readWholeText(req, mediaType, type === 'json' ? 2 * bytes : bytes);
      if (whole === '') return {};
      return { [param]: `${type}:${await keep(gateway, { request, viewer, text: whole, keeper: kept.by })}` };
    };
    try {
      const organization_id = await organizationOf(gateway, request, viewer);
      request.body = await gateway.uploads.use(viewer.user_id, read, organization_id);
    } catch (error) {
      await readRest(req);
      throw error;
    }
    return next(request);
  };
};

/** Asks the guard of the action, before a byte of the text is read. */
async function organizationOf({ broker, bus }: Gateway, request: GatewayRequest, viewer: Viewer): Promise<string> {
  const { route, path, requestId } = request;
  const params = { action: route.action, path: cleanPath(path) };
  const own = { viewer, requestId, writeKey: '', clientChoseKey: false };
  const asked = { action: 'registrations.prepareUpload', endpoint: { unit: 'read' }, params, ...own } as const;
  const { data } = await forward(broker, bus, asked);
  return (data as ActionAnswer<'registrations.prepareUpload'>).organization_id;
}

interface Keeping {
  readonly request: GatewayRequest;
  readonly viewer: Viewer;
  readonly text: string;
  /** The action that keeps a part. */
  readonly keeper: string;
}

/** Returns the hash of the text. */
async function keep({ broker, bus }: Gateway, { request, viewer, text, keeper }: Keeping): Promise<string> {
  const sha256 = createHash('sha256').update(text).digest('hex');
  const packed = await packBytes(text);
  const count = Math.ceil(packed.length / partBytes);
  const { route, path, requestId } = request;
  for (let index = 0; index < count; index++) {
    const part = packed.subarray(index * partBytes, (index + 1) * partBytes).toString('base64');
    const params = { action: route.action, path: cleanPath(path), sha256, index, count, part };
    const own = { viewer, requestId, writeKey: '', clientChoseKey: false };
    await forward(broker, bus, { action: keeper, endpoint: keeping, params, ...own });
  }
  return sha256;
}

/** Keeping a part again changes nothing. */
const keeping = traitsOf({ with: [], unit: 'own', responses: {} });

/** Bodies: where each parameter stands, and how large a body may be. */
import type { Endpoint } from '../endpoint.ts';
import { concern, type Promised } from './concern.ts';

/** Tells whether a parameter outside the path may be in the query string. */
export const isInQuery = ({ http, query }: Endpoint, name: string): boolean =>
  http?.method === 'GET' || http?.method === 'DELETE' || (query?.includes(name) ?? false);

/** Tells whether a parameter outside the path may be in the body. */
export const isInBody = ({ query }: Endpoint, name: string): boolean => !query?.includes(name);

const atMost = (bytes: number) => `A body may have ${bytes} bytes.`;

/** Takes a JSON body of so many bytes, where the usual limit is too small. */
export const maxBody = concern('maxBody', (bytes: number) => ({ bytes, sentence: atMost(bytes) }));

/**
 * Takes a body that is one text in YAML or JSON, and is the parameter of this name; it travels packed
 * (`shared/base/packed.ts`).
 */
export const textBody = concern('textBody', (param: string, bytes: number) => ({
  param,
  bytes,
  sentence: atMost(bytes),
}));

/** The refusals of any body. */
export const bodyOf = ({ http }: Endpoint): Promised =>
  http?.method === 'GET' ? {} : { errors: ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] };

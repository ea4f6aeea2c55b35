/** Returns a key for a write that may have to be repeated later, as `idempotencyKey` of both calls. */
export const newIdempotencyKey = (): string =>
  // Not `randomUUID`, which pages have only at https addresses.
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

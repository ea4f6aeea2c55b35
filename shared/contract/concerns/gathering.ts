/** Calls that several requests share. */
import { concern } from './concern.ts';

/**
 * Lets concurrent requests share one call. For small, independent requests of similar cost that only read, or that can
 * safely be repeated.
 */
export const gathered = concern('gathered', () => ({}));

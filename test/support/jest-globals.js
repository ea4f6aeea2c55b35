export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } = globalThis.jestGlobals;

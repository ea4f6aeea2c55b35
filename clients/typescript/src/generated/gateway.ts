/** Written by `npm run docs` from the contracts of Muster. */
import type { Call } from '../calls.ts';

export interface Gateway {
  /**
   * The status of the service and where everything is.
   * `GET /`
   */
  readonly root: Call<
    Record<string, never>,
    { message: string; version: string; timestamp: string; endpoints: Record<string, string> }
  >;
  /**
   * The status of the service and where everything is.
   * `GET /status`
   */
  readonly status: Call<
    Record<string, never>,
    { message: string; version: string; timestamp: string; endpoints: Record<string, string> }
  >;
  /**
   * This interface as an OpenAPI 3.1 document.
   * `GET /openapi.json`
   */
  readonly document: Call<Record<string, never>, Response>;
  /**
   * The page to read and try this interface on.
   * `GET /reference`
   */
  readonly reference: Call<Record<string, never>, Response>;
  /**
   * Get the script of the reference.
   * `GET /reference/swagger-ui-bundle.js`
   */
  readonly referenceScript: Call<Record<string, never>, Response>;
  /**
   * Get the style of the reference.
   * `GET /reference/swagger-ui.css`
   */
  readonly referenceStyle: Call<Record<string, never>, Response>;
}

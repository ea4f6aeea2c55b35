/** Types and functions for a Moleculer service on the same bus as those of Muster. */
export type { ErrorCode } from '../../../shared/contract/errors.ts';
export type { FactType } from '../../../shared/contract/facts.ts';
export type { ActionAnswer, ActionName, ActionParams } from '../../../shared/contract/index.ts';
export type { Viewer } from '../../../shared/base/viewer.ts';
export { call, type CallOptions } from './call.ts';
export { busOptions, type Address } from './bus.ts';
export { followFacts, type Fact, type FactData, type FactOf, type Following } from './facts.ts';
export { isRefusal, type Refusal } from './refusals.ts';
export { viewerOf } from './viewer.ts';

/** Bundles the pages once, for an image: every gateway that starts in this folder finds them ready. */
import { bundlePages } from './bundle.ts';
import { writeReadyBundle } from './ready.ts';

await writeReadyBundle(await bundlePages());

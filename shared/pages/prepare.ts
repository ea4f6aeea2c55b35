/** Bundles the pages once in each language, for an image: every gateway that starts in this folder serves them. */
import { locales } from '../contract/vocabulary.ts';
import { bundlePages } from './bundle.ts';
import { writeReadyBundle } from './ready.ts';

for (const language of locales) await writeReadyBundle(language, await bundlePages(language));

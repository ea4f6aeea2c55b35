#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
/** `muster`, wherever it is installed. */
import '../shared/kit/typed.js';

await import('./muster.ts');

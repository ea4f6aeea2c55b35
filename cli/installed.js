#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
/** `muster`, wherever it is installed. */
import './typed.js';

await import('./muster.ts');

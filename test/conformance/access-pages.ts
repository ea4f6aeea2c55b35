/** Everybody may open the pages. */
import { basename } from 'node:path';
import { bundlePages } from '../../shared/pages/bundle.ts';
import type { Row } from './access-matrix.ts';
import { actors } from './actors.ts';

/** The name of what a page loads has a hash in it. */
const part = basename((await bundlePages('en')).pages.signin?.script ?? '');

export const pages: Record<string, Row> = {
  'gateway.signInPage': { may: actors },
  'gateway.verifyPage': { may: actors },
  'gateway.resetPage': { may: actors },
  'gateway.acceptPage': { may: actors },
  'gateway.deskPage': { may: actors },
  'gateway.kioskPage': { may: actors },
  'gateway.judgePage': { may: actors },
  'gateway.mePage': { may: actors },
  'gateway.applyPage': { may: actors, params: ({ hack }) => ({ slug: hack.slug }) },
  'gateway.badgesPage': { may: actors, params: ({ hack }) => ({ slug: hack.slug }) },
  'gateway.accountPage': { may: actors },
  'gateway.addressPage': { may: actors },
  'gateway.restorePage': { may: actors },
  'gateway.projectsPage': { may: actors, params: ({ hack }) => ({ slug: hack.slug }) },
  'gateway.expoPage': { may: actors, params: ({ hack }) => ({ slug: hack.slug }) },
  'gateway.boardPage': { may: actors },
  'gateway.pageWorker': { may: actors },
  'gateway.pagePart': { may: actors, params: () => ({ file: part }) },
};

import { keepPage } from '../shared/offline-page.ts';
import { show } from '../shared/show.tsx';
import { Apply } from './apply.tsx';
import { slug } from './draft.ts';

show(<Apply />);
void keepPage(`/apply/${slug}`);

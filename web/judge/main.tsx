import { keepPage } from '../shared/offline-page.ts';
import { show } from '../shared/show.tsx';
import { start } from '../shared/start.ts';
import { Judge } from './judge.tsx';

void keepPage('/judge');
show(<Judge />);
void start();

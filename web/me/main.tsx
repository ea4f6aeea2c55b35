import { keepPage } from '../shared/offline-page.ts';
import { show } from '../shared/show.tsx';
import { start } from '../shared/start.ts';
import { Me } from './me.tsx';

void keepPage('/me');
show(<Me />);
void start();

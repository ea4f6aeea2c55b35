import { stopTestServer } from './test-server.ts';

export default stopTestServer;

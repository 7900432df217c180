/** A gateway alone in its process, forked with `--expose-gc`: what it holds is asked for by any message. */
import { createApp } from '../../src/app.ts';
import { readConfig, readSecrets } from '../../src/config.ts';
import { startGateway } from '../../src/gateway/index.ts';
import { createLog } from '../../src/log.ts';

const config = readConfig(process.env);
const app = await createApp({
  config,
  secrets: readSecrets(config),
  databaseUrl: config.databaseUrl ?? '',
  log: createLog('silent'),
  provide: () => ({
    sessions: { authenticate: () => Promise.reject(new Error('no sessions here')), allowed: () => false },
    files: { url: (fileId) => fileId, issue: () => Promise.reject(new Error('no files here')) },
    paths: new Set(),
  }),
});
const gateway = await startGateway(app);
process.on('message', () => {
  globalThis.gc?.();
  process.send?.(process.memoryUsage().arrayBuffers);
});
process.send?.(gateway.port);

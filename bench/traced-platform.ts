// The platform as a process of `npm run bench -- tracing`: a message sets the share of traces that are kept, and is answered with the processor time so far, µs.
import { readEnvironment, startPlatform } from '../apps/server/src/main.ts';
import { keepShare } from '../apps/server/src/tracing/spans.ts';

const platform = await startPlatform(readEnvironment());
process.on('message', (share) => {
  keepShare(Number(share));
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});
process.once('SIGTERM', () => void platform.stop().then(() => process.exit()));
process.send?.('ready');

import { enableCompileCache } from 'node:module';
import { ensureConsole } from './console.ts';
import { startSimulator } from './simulator.ts';

// Later starts read the compiled modules back.
enableCompileCache();
const { explainAndExit, readEnvironment, runUntilSignal, startPlatform } = await import('../apps/server/src/main.ts');

try {
  const config = readEnvironment();
  if (config.roles.has('api')) await ensureConsole();
  const platform = await startPlatform(config);
  const simulator = config.simulator > 0 && config.roles.has('gateway') ? startSimulator(platform) : undefined;
  const stop = async (): Promise<void> => {
    await simulator?.stop();
    await platform.stop();
  };
  await runUntilSignal({ ...platform, stop });
} catch (error) {
  explainAndExit(error);
}

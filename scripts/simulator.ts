import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Platform } from '../apps/server/src/main.ts';
import { releaseKeys } from '../apps/server/src/modules/ota/service.ts';
import { root } from './tools.ts';

const restartAfter = 5_000;

/** The list of the owners who use the app, where they do and this process answers them. */
function ownersOf({ config }: Platform): string | undefined {
  const owners = join(config.dataDir, 'simulator-owners.json');
  return config.simulatorOwners && config.roles.has('api') && existsSync(owners) ? owners : undefined;
}

/** A setting that is the simulator's alone. */
function given(name: string): Readonly<Record<string, string>> {
  const value = process.env[name];
  return value === undefined ? {} : { [name]: value };
}

/** Runs the simulated fleet as its own program, as far from the platform as real vehicles and phones: all it knows is where to connect. */
export function startSimulator(platform: Platform): { stop(): Promise<void> } {
  const vehicles = join(platform.config.dataDir, 'simulator.json');
  if (!existsSync(vehicles)) {
    platform.log.warn('no demo vehicles: the simulated fleet stays at home');
    return { stop: async () => undefined };
  }
  let child: ChildProcess | undefined;
  let restart: NodeJS.Timeout | undefined;
  let stopped = false;
  const owners = ownersOf(platform);
  const env = {
    PATH: process.env['PATH'],
    MQTT_URL: platform.mqttUrl,
    API_URL: platform.address,
    SIMULATOR: String(platform.config.simulator),
    SIMULATOR_VEHICLES: vehicles,
    ...(owners !== undefined && { SIMULATOR_APP_USERS: owners }),
    SIMULATOR_KEY: platform.secrets.simulatorKey,
    SIMULATOR_FIRMWARE_KEYS: releaseKeys(platform)
      .map(({ publicKey }) => publicKey.toString('base64'))
      .join(','),
    ...given('SIMULATOR_RATE'),
    ...given('SIMULATOR_OTA_MISHAPS'),
    LOG_LEVEL: platform.config.logLevel,
  };
  const launch = (): void => {
    child = spawn(process.execPath, [join(root, 'apps/simulator/src/main.ts')], {
      cwd: root,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.once('exit', (code, signal) => {
      child = undefined;
      if (stopped) return;
      platform.log.warn({ code, signal }, 'the simulated fleet has ended, starting it again');
      restart = setTimeout(launch, restartAfter);
    });
  };
  launch();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(restart);
      if (child === undefined) return;
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      const forced = setTimeout(() => child?.kill('SIGKILL'), 5_000);
      await exit;
      clearTimeout(forced);
    },
  };
}

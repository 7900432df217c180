import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildIdOf } from '@wheelhouse/contract/build-id';
import { versionLabel } from '@wheelhouse/contract/envelope';
import { Gauge, type Registry } from 'prom-client';

const readIfThere = (path: string): string | undefined => {
  const file = fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
};

/** What this process was built from. @param given BUILD_ID */
export const buildId = (given: string | undefined): string => buildIdOf(given, readIfThere);

/** Release and build of the process, as labels of a metric that is always 1. */
export function showBuild(registry: Registry, build: string): void {
  new Gauge({
    name: 'wheelhouse_build_info',
    help: 'Release and build of the process',
    labelNames: ['version', 'build'] as const,
    registers: [registry],
  })
    .labels(versionLabel, build)
    .set(1);
}

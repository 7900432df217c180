import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isRegistered } from '@wheelhouse/entities/route-entity';
import { statisticOf } from '@wheelhouse/entities/statistics/all';
import { routes } from '@wheelhouse/entities/routes';

const files = globSync('**/*.page.tsx', { cwd: join(import.meta.dirname, '../apps/web/src') });
const own: ReadonlySet<string> = new Set(files.map((file) => basename(file, '.page.tsx')));

/** Routes that have a page: one of their own, or one by their kind. `test/pages.test.ts` asks the console whether that is so. */
export const pages = routes.filter(
  (route) =>
    own.has(route.name) ||
    statisticOf(route.name) !== undefined ||
    (route.kind !== 'group' && route.kind !== 'custom' && isRegistered(route)),
);

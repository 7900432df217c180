import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');
const skipped = new Set(['node_modules', 'dist', 'data', 'test-results', 'playwright-report', '.git']);

/** TypeScript files below a folder, as paths from the root of the repository. */
export function filesIn(dir: string): string[] {
  return readdirSync(join(root, dir), { withFileTypes: true }).flatMap((entry) => {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : filesIn(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

const importPattern = /(?:from|import)\s*\(?\s*'([^']+)'/g;

/** What a file imports, as it writes it: values, types, and code that is fetched later (`import()`). */
export const importsOf = (file: string): readonly string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(importPattern)].map((match) => match[1] ?? '');

/** Where an import leads, as a path from the root; undefined for a package that is not ours. */
export function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return relative(root, resolve(root, dirname(file), specifier));
  const own = /^@wheelhouse\/(\w+)(?:\/(.*))?$/.exec(specifier);
  if (!own) return undefined;
  return `${own[1] === 'contract' || own[1] === 'entities' ? 'packages' : 'apps'}/${own[1]}/src/${own[2] ?? 'index'}`;
}

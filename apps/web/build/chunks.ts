import type { Rolldown } from 'vite';

type NameFunction = Extract<Rolldown.CodeSplittingGroup['name'], (...input: never[]) => unknown>;
type Context = Parameters<NameFunction>[1];

/** Files that come whole, each with all it imports at once that none of those before it has brought. */
const roots = {
  // The login page, and what everything stands on.
  base: '/src/main.tsx',
  // The shell, and where every page is found.
  console: '/src/ConsoleRoot.tsx',
  // What most pages are, or show a part of.
  list: '/src/entity-ui/list/EntityListPage.tsx',
} as const;

/** Everything a module imports at once, itself included. */
function closure(root: string, context: Context): Set<string> {
  const found = new Set([root]);
  for (const id of found) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

/**
 * Names the file a module goes into. Left alone, the bundler makes a file of every set of modules that the same pages share:
 * a first list took 65, most of them smaller than the headers of their answer.
 */
export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  const files = new Map<string, string>();
  const name: NameFunction = (id, context) => {
    if (files.size === 0) collect(files, context);
    return files.get(id) ?? null;
  };
  return [{ name, debugName: 'first pages' }];
}

function collect(files: Map<string, string>, context: Context): void {
  for (const [file, path] of Object.entries(roots)) {
    const root = `${import.meta.dirname.replace(/\/build$/, '')}${path}`;
    if (context.getModuleInfo(root) === null) throw new Error(`there is no ${path} to begin the file ${file} with`);
    for (const id of closure(root, context)) if (!files.has(id)) files.set(id, file);
  }
}

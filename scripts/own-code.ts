import { basename, dirname, join } from 'node:path';
import type { Source } from './habits.ts';

/** What the code of an entity's own is, by where it stands: definition, hooks and handlers on the server, override and pages of the console. */
export interface OwnCode {
  readonly definition: number;
  readonly hooks: number;
  readonly override: number;
  readonly pages: number;
}

/** A page of the console with a component of its own. */
export interface OwnPage {
  /** Name of its route. */
  readonly route: string;
  readonly lines: number;
}

const web = 'apps/web/src/';
const imported = /(?:from|import\() ?'(\.[^']+)'/g;

/** A file with those of its folder, and of folders in it, that it imports. */
function withItsOwn(sources: ReadonlyMap<string, Source>, start: string): ReadonlySet<string> {
  const home = `${dirname(start)}/`;
  const found = new Set<string>();
  const open = [start];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const source = sources.get(path);
    if (source === undefined || found.has(path)) continue;
    found.add(path);
    for (const [, to = ''] of source.text.matchAll(imported)) {
      const target = join(dirname(path), to);
      if (target.startsWith(home)) open.push(target);
    }
  }
  return found;
}

/** Lines of the constants of a type, `const x: HooksOf<'vehicle'> = {` to its end. */
function linesTyped(sources: readonly Source[], types: readonly string[], name: string): number {
  const begin = new RegExp(`^(?:export )?const \\w+: (?:Pick<)?(?:${types.join('|')})<'${name}'[^=]*= \\{$`);
  let lines = 0;
  for (const { text } of sources) {
    if (!text.includes(`<'${name}'`)) continue;
    let inside = false;
    for (const line of text.split('\n')) {
      inside ||= begin.test(line);
      if (inside) lines++;
      if (line.startsWith('}')) inside = false;
    }
  }
  return lines;
}

/** Reads the sources once, and finds what belongs to one entity. */
export function ownCodeOf(product: readonly Source[]) {
  const byPath = new Map(product.map((source) => [source.path, source]));
  const linesOf = (paths: Iterable<string>): number =>
    [...paths].reduce((total, path) => total + (byPath.get(path)?.lines ?? 0), 0);
  const modules = product.filter(({ path }) => path.startsWith('apps/server/src/modules/'));
  /** Files that the console finds by their names, by what stands before the kind: `<route>.page.tsx`. */
  const called = (kind: string): ReadonlyMap<string, string> =>
    new Map(
      product
        .filter(({ path }) => path.startsWith(web) && path.endsWith(`.${kind}.tsx`))
        .map(({ path }) => [basename(path, `.${kind}.tsx`), path]),
    );
  const pageFiles = called('page');
  const overrides = [called('override'), called('detail')];
  const overrideFiles = (name: string): ReadonlySet<string> =>
    new Set(overrides.flatMap((files) => [...withItsOwn(byPath, files.get(name) ?? '')]));
  const pageLines = (route: string): number => linesOf(withItsOwn(byPath, pageFiles.get(route) ?? ''));
  return {
    pages: [...pageFiles.keys()].map((route): OwnPage => ({ route, lines: pageLines(route) })),
    of: (name: string, definition: number, routes: readonly string[]): OwnCode => ({
      definition,
      hooks: linesTyped(modules, ['HooksOf', 'ActionHandlers'], name),
      override: linesOf(overrideFiles(name)),
      pages: routes.reduce((total, route) => total + (pageFiles.has(route) ? pageLines(route) : 0), 0),
    }),
  };
}

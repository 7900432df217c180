import { filesIn, importsOf, targetOf } from './imports.ts';

export interface SourceTree {
  readonly src: string;
  /** Folders and files of `src`, lowest layer first. Those of one layer do not know each other. */
  readonly layers: readonly (readonly string[])[];
}

/** What each part of the repository is built of. A file imports from its own folder and from lower layers, nothing else. */
export const sourceTrees: readonly SourceTree[] = [
  {
    src: 'apps/web/src',
    layers: [
      ['lib', 'virtual.d.ts'],
      ['i18n', 'theme'],
      ['api', 'reference'],
      ['session', 'ui'],
      ['routing', 'public-pages'],
      ['entity-ui'],
      ['blocks', 'shell'],
      ['domains', 'gallery'],
      ['pages.ts'],
      ['ConsoleRoot.tsx'],
      ['Entry.tsx'],
      ['main.tsx'],
    ],
  },
  {
    src: 'apps/server/src',
    layers: [
      ['config-database.ts', 'config-parts.ts'],
      ['config-pay-apple.ts'],
      [
        'config-broker.ts',
        'config-express.ts',
        'config-mail.ts',
        'config-pay.ts',
        'config-secrets.ts',
        'config-storage.ts',
        'config-tracing.ts',
      ],
      ['config.ts', 'limiter.ts', 'tracing'],
      ['log.ts'],
      ['db', 'picture', 'sheet'],
      ['http'],
      ['app.ts', 'entity', 'gateway'],
      ['adapters', 'proof', 'work'],
      ['modules'],
      ['backup', 'seed'],
      ['main.ts'],
    ],
  },
];

export interface Import {
  readonly from: string;
  readonly to: string;
}

/** Imports between files of one part: of values, of types, and of code that is fetched later. */
export function importsWithin(src: string): readonly Import[] {
  return filesIn(src).flatMap((from) =>
    importsOf(from).flatMap((specifier) => {
      const to = targetOf(from, specifier);
      return to?.startsWith(`${src}/`) === true && /\.tsx?$/.test(to) ? [{ from, to }] : [];
    }),
  );
}

/** Files that lead back to themselves, as `a → b → a`; empty when there is no circle. */
export function circlesOf(imports: readonly Import[]): readonly string[] {
  const next = Map.groupBy(imports, ({ from }) => from);
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    const at = path.indexOf(file);
    if (at !== -1) circles.push([...path.slice(at), file].join(' → '));
    if (at !== -1 || done.has(file)) return;
    for (const { to } of next.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of next.keys()) visit(file, []);
  return circles;
}

/** Folder or file of `src` that a file belongs to. */
const partOf = ({ src }: SourceTree, file: string): string => file.slice(src.length + 1).split('/')[0] ?? '';
const layerOf = (tree: SourceTree, file: string): number =>
  tree.layers.findIndex((layer) => layer.includes(partOf(tree, file)));

/** The parts of the repository whose files form no circle. */
export const circleFree = ['packages/contract/src', 'packages/entities/src', ...sourceTrees.map(({ src }) => src)];

/** Files of a tree that are in no layer. */
export const filesWithoutLayer = (tree: SourceTree): readonly string[] =>
  filesIn(tree.src).filter((file) => layerOf(tree, file) === -1);

/** Imports that lead to another folder of the same layer or of a higher one. */
export const wrongImports = (tree: SourceTree): readonly Import[] =>
  importsWithin(tree.src).filter(
    ({ from, to }) => partOf(tree, from) !== partOf(tree, to) && layerOf(tree, to) >= layerOf(tree, from),
  );

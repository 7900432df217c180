import { filesIn, importsOf, targetOf } from './imports.ts';

export interface House {
  readonly src: string;
  /** Folders and files of `src`, lowest floor first. Those of one floor do not know each other. */
  readonly floors: readonly (readonly string[])[];
}

/** What each part of the repository is built of. A file imports from its own folder and from lower floors, nothing else. */
export const houses: readonly House[] = [
  {
    src: 'apps/web/src',
    floors: [
      ['lib'],
      ['i18n', 'theme'],
      ['api', 'reference'],
      ['session', 'ui'],
      ['routing', 'public-pages'],
      ['entity-ui'],
      ['overrides', 'shell'],
      ['pages'],
      ['ConsoleRoot.tsx'],
      ['Entry.tsx'],
      ['main.tsx'],
    ],
  },
  {
    src: 'apps/server/src',
    floors: [
      ['config-database.ts', 'config-parts.ts'],
      ['config-broker.ts', 'config-secrets.ts', 'config-tracing.ts'],
      ['config.ts', 'limiter.ts', 'tracing'],
      ['log.ts'],
      ['db', 'sheet'],
      ['http'],
      ['app.ts', 'entity', 'gateway'],
      ['adapters'],
      ['modules'],
      ['backup', 'seed'],
      ['main.ts'],
    ],
  },
];

export interface Arrow {
  readonly from: string;
  readonly to: string;
}

/** Imports between files of one part: of values, of types, and of code that is fetched later. */
export function arrowsOf(src: string): readonly Arrow[] {
  return filesIn(src).flatMap((from) =>
    importsOf(from).flatMap((specifier) => {
      const to = targetOf(from, specifier);
      return to?.startsWith(`${src}/`) === true && /\.tsx?$/.test(to) ? [{ from, to }] : [];
    }),
  );
}

/** Files that lead back to themselves, as `a → b → a`; empty when there is no circle. */
export function circlesOf(arrows: readonly Arrow[]): readonly string[] {
  const next = Map.groupBy(arrows, ({ from }) => from);
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
const partOf = ({ src }: House, file: string): string => file.slice(src.length + 1).split('/')[0] ?? '';
const floorOf = (house: House, file: string): number =>
  house.floors.findIndex((floor) => floor.includes(partOf(house, file)));

/** The parts of the repository whose files form no circle. */
export const circleFree = ['packages/contract/src', 'packages/entities/src', ...houses.map(({ src }) => src)];

/** Files of a house that stand on no floor. */
export const filesWithoutFloor = (house: House): readonly string[] =>
  filesIn(house.src).filter((file) => floorOf(house, file) === -1);

/** Imports that lead to another folder of the same floor or of a higher one. */
export const arrowsUp = (house: House): readonly Arrow[] =>
  arrowsOf(house.src).filter(
    ({ from, to }) => partOf(house, from) !== partOf(house, to) && floorOf(house, to) >= floorOf(house, from),
  );

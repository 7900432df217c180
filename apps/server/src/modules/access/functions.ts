import { heldFunctions } from '@wheelhouse/entities/access/function-tree';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../db/pool.ts';
import { accessDb, type FunctionTable } from './tables.ts';

export const functionColumns = [
  'id',
  'rev',
  'code',
  'parentCode',
  'name',
  'nameEn',
  'functionType',
  'functionUrl',
  'icon',
  'sort',
  'hidden',
  'cached',
  'enabled',
  'staffOnly',
  'builtIn',
] as const satisfies readonly (keyof FunctionTable)[];

/** Node as read: ids and counters are there. */
export type FunctionRow = Pick<Selectable<FunctionTable>, (typeof functionColumns)[number]>;

/** Node on the wire, with its children. */
export type FunctionNode = FunctionRow & { readonly subSysFunction: readonly FunctionNode[] };

/** Paths a button or data right guards. */
export function pathsOf(row: Pick<FunctionRow, 'functionType' | 'functionUrl'>): string[] {
  return row.functionType === 1
    ? []
    : row.functionUrl
        .split(';')
        .map((path) => path.trim())
        .filter((path) => path !== '');
}

/** The function tree of one moment. */
export class FunctionTree {
  readonly version: string;
  readonly #rows: ReadonlyMap<string, FunctionRow>;
  readonly #children = new Map<string | null, FunctionRow[]>();
  readonly #guards = new Map<string, Set<string>>();

  constructor(rows: readonly FunctionRow[], version: string) {
    this.version = version;
    this.#rows = new Map(rows.map((row) => [row.code, row]));
    for (const row of rows) {
      this.#children.set(row.parentCode, [...(this.#children.get(row.parentCode) ?? []), row]);
      for (const path of pathsOf(row)) this.#guards.set(path, (this.#guards.get(path) ?? new Set()).add(row.code));
    }
  }

  /** Codes of the functions that name a path, enabled or not; undefined when none does. */
  guardsOf(path: string): ReadonlySet<string> | undefined {
    return this.#guards.get(path);
  }

  has(code: string): boolean {
    return this.#rows.has(code);
  }

  /** The code a node hangs under: null at the top, undefined for a code that is not in the tree. */
  readonly parentOf = (code: string): string | null | undefined => this.#rows.get(code)?.parentCode;

  /** Codes among these that accounts of dealers never get. */
  staffOnly(codes: Iterable<string>): string[] {
    return [...codes].filter((code) => this.#rows.get(code)?.staffOnly === 1);
  }

  get codes(): Iterable<string> {
    return this.#rows.keys();
  }

  /** Enabled, with all its ancestors. */
  isEnabled(code: string): boolean {
    for (
      let row = this.#rows.get(code);
      row !== undefined;
      row = row.parentCode === null ? undefined : this.#rows.get(row.parentCode)
    ) {
      if (row.enabled !== 1) return false;
      if (row.parentCode === null) return true;
    }
    return false;
  }

  /** Functions that follow from granted codes: with those they require, without disabled ones. */
  effective(granted: Iterable<string>): Set<string> {
    return new Set([...heldFunctions(granted)].filter((code) => this.isEnabled(code)));
  }

  /** What a function grants now, to staff and to dealers; nothing while it is disabled. */
  meaningOf(code: string): Set<string> {
    const row = this.#rows.get(code);
    if (row === undefined || !this.isEnabled(code)) return new Set();
    const opened = [code, ...pathsOf(row)];
    return new Set(row.staffOnly === 1 ? opened : [...opened, ...opened.map((one) => `dealer ${one}`)]);
  }

  /** The part of the tree for a user's menu: the functions held, and the pages and groups above them. */
  menuOf(held: ReadonlySet<string>): FunctionNode[] {
    const shown = new Set<string>();
    for (const code of held) {
      shown.add(code);
      if (this.#rows.get(code)?.functionType !== 1) continue;
      for (let up = this.parentOf(code); typeof up === 'string' && !shown.has(up); up = this.parentOf(up))
        shown.add(up);
    }
    return this.nodes((row) => shown.has(row.code));
  }

  /** API paths guarded by some of these functions. */
  pathsGuardedBy(codes: Iterable<string>): Set<string> {
    const paths = new Set<string>();
    for (const code of codes) {
      const row = this.#rows.get(code);
      if (row !== undefined) for (const path of pathsOf(row)) paths.add(path);
    }
    return paths;
  }

  /** The nodes that `shown` lets through, nested, in their order. */
  nodes(shown: (row: FunctionRow) => boolean, parentCode: string | null = null): FunctionNode[] {
    const children = this.#children.get(parentCode) ?? [];
    return children.filter(shown).map((row) => ({ ...row, subSysFunction: this.nodes(shown, row.code) }));
  }
}

/** Reads the tree with its version. */
export async function loadFunctionTree(db: Db | Tx): Promise<FunctionTree> {
  const access = accessDb(db);
  // The version first: a tree changed in between is newer than it claims, and is loaded again.
  const { version } = await access.selectFrom('sys_access_version').select('version').executeTakeFirstOrThrow();
  const rows = await access.selectFrom('sys_function').select(functionColumns).orderBy('sort').orderBy('id').execute();
  return new FunctionTree(rows, version);
}

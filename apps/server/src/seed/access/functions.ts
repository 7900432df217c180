import { functionSeeds } from '@wheelhouse/entities/access/function-tree';
import { actionsOfPage } from '@wheelhouse/entities/access/actions';
import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import type { Call } from '../../http/call.ts';

/** Last path segments that a standard button guards under its page's bases. */
const standardCalls: Readonly<Record<string, readonly string[]>> = {
  query: ['list', 'detail'],
  add: ['add'],
  edit: ['update'],
  delete: ['batchDelete'],
  import: ['import', 'importTemplate'],
};

/** Paths of the calls that name each function code in their `access`. @throws Error for a code that no function has */
function pathsByCode(calls: readonly Call[]): Map<string, Set<string>> {
  const known = new Set(functionSeeds.map((seed) => seed.code));
  const paths = new Map<string, Set<string>>();
  for (const call of calls) {
    const codes = typeof call.access === 'string' ? [call.access] : call.access;
    for (const code of codes) {
      if (code === 'public' || code === 'login') continue;
      if (!known.has(code)) throw new Error(`${call.path} is guarded by ${code}, which is no function`);
      paths.set(code, (paths.get(code) ?? new Set()).add(call.path));
    }
  }
  return paths;
}

/** Paths that a button will guard once their calls exist, derived from the usual form of paths. A base without `/crm/` is a call itself. */
function habitualPaths(code: string): string[] {
  const [page = '', action = ''] = code.split('.');
  const { bases } = actionsOfPage(page) ?? { bases: [] };
  const folders = bases.filter((base) => base.includes('/crm/'));
  const standard = standardCalls[action];
  if (standard !== undefined) return folders.flatMap((base) => standard.map((call) => `${base}/${call}`));
  return folders.slice(0, 1).map((base) => `${base}/${action}`);
}

/**
 * Brings the function tree up to this release: what guards what is the release's; name, icon, place, order, visibility and switches of a node
 * stay as administrators set them. Nodes the release no longer has are removed, their own ones are left alone.
 */
export async function seedFunctions(tx: Tx, calls: readonly Call[]): Promise<void> {
  const implemented = pathsByCode(calls);
  const taken = new Set([...implemented.values()].flatMap((paths) => [...paths]));
  const open = new Set(
    calls.filter((call) => call.access === 'login' || call.access === 'public').map((call) => call.path),
  );
  const urlOf = (code: string) =>
    [...(implemented.get(code) ?? habitualPaths(code).filter((path) => !taken.has(path) && !open.has(path)))]
      .toSorted()
      .join(';');
  const rows = functionSeeds.map((seed) => ({
    code: seed.code,
    parent_code: seed.parentCode,
    name: seed.name,
    name_en: seed.nameEn,
    function_type: seed.functionType,
    function_url: seed.functionType === 1 ? seed.path : urlOf(seed.code),
    icon: seed.icon,
    sort: seed.sort,
    hidden: Number(seed.hidden),
    cached: Number(seed.cached),
    staff_only: Number(seed.staffOnly),
  }));
  await sql`
    insert into sys_function as f (code, parent_code, name, name_en, function_type, function_url, icon, sort, hidden, cached, staff_only, built_in)
    select code, parent_code, name, name_en, function_type, function_url, icon, sort, hidden, cached, staff_only, 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (code text, parent_code text, name text, name_en text, function_type smallint, function_url text,
      icon text, sort integer, hidden smallint, cached smallint, staff_only smallint)
    on conflict (code) do update set function_type = excluded.function_type, function_url = excluded.function_url, built_in = 1, rev = f.rev + 1, update_time = now()
    where (f.function_type, f.function_url, f.built_in) is distinct from (excluded.function_type, excluded.function_url, excluded.built_in)
  `.execute(tx);
  const codes = functionSeeds.map((seed) => seed.code);
  await sql`update sys_function set parent_code = null where built_in = 0 and parent_code in (select code from sys_function where built_in = 1 and code <> all(${codes}::text[]))`.execute(
    tx,
  );
  await sql`delete from sys_function where built_in = 1 and code <> all(${codes}::text[])`.execute(tx);
}

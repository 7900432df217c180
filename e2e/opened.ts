import type { EntityDef } from '@wheelhouse/entities/define';
import type { Row } from '@wheelhouse/entities/fields';
import { shownAs } from '@wheelhouse/entities/registry';
import { entityOfRoute } from '@wheelhouse/entities/route-entity';
import type { ConsoleRoute } from '@wheelhouse/entities/routes';
import { callAnyAsAdmin } from './fixtures.ts';
import { pages } from './pages.ts';

/** Address of a route, with a record where it asks for one. */
export async function addressOf(route: ConsoleRoute, server: string): Promise<string> {
  const entity = entityOfRoute(route);
  if (route.record === null || entity === undefined) return route.path;
  // Nobody lists the trips of all vehicles.
  if (entity.name === 'trip') return `${route.path}?id=1`;
  const answer = await callAnyAsAdmin<Record<string, { list: Record<string, string>[] }>>(
    server,
    `/rest/r/${entity.name}`,
    {
      [entity.name]: { page: 1, pageSize: 1 },
    },
  );
  return `${route.path}?id=${answer[entity.name]?.list[0]?.[route.record]}`;
}

/** The page shows its heading, or that there is no such record, and nothing that stands for what is still to come. Runs in the browser. */
export function isCalm(heading: string): boolean {
  const shown = (selector: string): Element[] =>
    [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
  return (
    shown(heading).length > 0 &&
    shown('[aria-busy="true"]').length === 0 &&
    !shown('[role="status"], output').some(
      (element) => /加载|Loading/.test(element.textContent) && element.closest('[data-sample]') === null,
    )
  );
}

/** The page of an entity of some kind. */
export const routeOf = (entity: EntityDef, kind: ConsoleRoute['kind']): ConsoleRoute | undefined =>
  pages.find((route) => route.kind === kind && entityOfRoute(route)?.name === entity.name);

/** The list narrowed to a record as people narrow it: by its key, else by whatever it can be narrowed by. */
export function narrowedTo(entity: EntityDef, list: string, row: Row): string {
  const { keyword, filters } = entity.list;
  // Several users may have one nickname.
  if ('id' in filters) return `${list}?id.eq=${String(row['id'])}`;
  const keys = [...(keyword?.eq ?? []), ...(keyword?.end ?? []), ...(keyword?.start ?? []), ...(keyword?.like ?? [])];
  const isText = (name: string) => entity.fields[name]?.kind === 'text' && typeof row[name] === 'string';
  const named = [...entity.title.filter((name) => keys.includes(name)), ...keys].filter(isText);
  // The name of a task may begin the name of another one.
  const key = named.find((name) => entity.fields[name]?.unique) ?? named[0];
  if (key !== undefined) return `${list}?keyword=${encodeURIComponent(String(row[key]))}`;
  const conditions = Object.entries(filters).flatMap(([name, by]) => {
    const operator = [by].flat().find((one) => one === 'eq' || (one === 'like' && isText(name)));
    const has = ['string', 'number'].includes(typeof row[name]) && shownAs(entity, name).kind !== 'private';
    return operator !== undefined && has ? [`${name}.${operator}=${encodeURIComponent(String(row[name]))}`] : [];
  });
  return `${list}?${conditions.join('&')}`;
}

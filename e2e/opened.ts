import { entityOfRoute } from '@wheelhouse/entities/route-entity';
import type { ConsoleRoute } from '@wheelhouse/entities/routes';
import { callAnyAsAdmin } from './fixtures.ts';

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

import type { FoundGroup } from '@wheelhouse/contract/search';
import { routesOf, useDetailHref } from '../../routing/entity-routes.ts';
import { usePick, useTexts } from '../../i18n/lang.ts';
import { can, type Session } from '../../session/session.ts';
import { buildMenu, isGroup, titleOf } from '../menu.ts';
import { queryOf } from '../../routing/page.ts';
import { parentOf, resolve } from '../../routing/routes.ts';
import { recents } from './recent.ts';
import { texts } from './texts.ts';

/** A line of the result list: a place in the console. */
export interface Line {
  readonly href: string;
  readonly name: string;
  readonly hint: string;
  /** Model name of a record; null for a page. */
  readonly entity: string | null;
  /** Leads to more of the group, so it is not worth remembering. */
  readonly more?: boolean;
}

export interface LineGroup {
  readonly key: string;
  readonly title: string;
  readonly lines: readonly Line[];
  /** Said instead of lines. */
  readonly note?: string;
}

const mostPages = 6;
const folded = (text: string): string => text.replaceAll(/\s+/g, '').toLowerCase();

function rank(texts_: readonly string[], typed: string): number {
  const at = Math.min(
    ...texts_
      .map((text) => folded(text).indexOf(typed))
      .map((found) => (found === -1 ? Number.POSITIVE_INFINITY : found)),
  );
  return at;
}

/** Pages of the user's menu whose name, in either language, has what was typed; best first. */
function usePageLines(session: Session): (typed: string) => readonly Line[] {
  const pick = usePick();
  return (typed) =>
    buildMenu(session)
      .flatMap((entry) =>
        isGroup(entry) ? entry.items.map((item) => ({ item, hint: pick(entry.title) })) : [{ item: entry, hint: '' }],
      )
      .map(({ item, hint }) => ({
        line: { href: item.route.path, name: pick(item.title), hint, entity: null },
        at: rank([item.title.zh, item.title.en], typed),
      }))
      .filter(({ at }) => at !== Number.POSITIVE_INFINITY)
      .sort((a, b) => a.at - b.at)
      .slice(0, mostPages)
      .map(({ line }) => line);
}

/** Address of an entity's list narrowed to the keyword; undefined where the user has no such page. */
function listHref(name: string, keyword: string): string | undefined {
  const list = routesOf({ name }).list;
  return list !== undefined && can(list.permission) ? list.path + queryOf({ keyword }) : undefined;
}

/** What the dialog lists: recent places before anything is typed, then pages and records. */
export function useLines(session: Session): (keyword: string, found: readonly FoundGroup[]) => readonly LineGroup[] {
  const t = useTexts(texts);
  const pick = usePick();
  const pageLines = usePageLines(session);
  const detailHref = useDetailHref();

  const recent = (): readonly Line[] =>
    recents(session.user.id).flatMap(({ href, name, entity }) => {
      const [pathname = '', search = ''] = href.split('?');
      const to = resolve(pathname, search === '' ? '' : `?${search}`, can);
      if (!('page' in to)) return [];
      return [
        {
          href,
          name: entity === null ? pick(titleOf(to.page, session)) : name,
          hint: entity === null ? '' : pick(titleOf(parentOf(to.page) ?? to.page, session)),
          entity,
        },
      ];
    });

  const records = (keyword: string, group: FoundGroup): LineGroup | undefined => {
    const { entity, label } = group;
    const list = listHref(entity, keyword);
    const lines = group.items.flatMap((item): readonly Line[] => {
      const href = detailHref(entity, item.id) ?? list;
      return href === undefined ? [] : [{ href, name: item.name, hint: item.hint, entity }];
    });
    const more =
      group.more && list !== undefined && group.tooBroad !== true
        ? [{ href: list, name: t('seeAll'), hint: '', entity: null, more: true }]
        : [];
    if (lines.length === 0 && group.tooBroad !== true) return undefined;
    return {
      key: entity,
      title: pick(label),
      lines: [...lines, ...more],
      ...(group.tooBroad === true && { note: t('tooBroad', { name: pick(label) }) }),
    };
  };

  return (keyword, found) => {
    const typed = folded(keyword);
    if (typed === '') {
      const lines = recent();
      return lines.length === 0 ? [] : [{ key: 'recent', title: t('recent'), lines }];
    }
    const pages = pageLines(typed);
    return [
      ...(pages.length === 0 ? [] : [{ key: 'pages', title: t('pages'), lines: pages }]),
      ...found.flatMap((group) => records(keyword, group) ?? []),
    ];
  };
}

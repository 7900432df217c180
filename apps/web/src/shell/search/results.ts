import type { FoundGroup } from '@wheelhouse/contract/search';
import { routes } from '@wheelhouse/entities/routes';
import { routesOf, useDetailHref } from '../../routing/entity-routes.ts';
import { hereStore } from '../../entity-ui/actions/here.ts';
import { useStore } from '../../lib/store.ts';
import { useLang, usePick, useTexts, type Text } from '../../i18n/lang.ts';
import { loaderOf } from '../../routing/pages.ts';
import { can, type Session } from '../../session/session.ts';
import { buildMenu, isGroup, titleOf } from '../menu.ts';
import { hrefOf, queryOf } from '../../routing/page.ts';
import { parentOf, resolve } from '../../routing/routes.ts';
import { ownersNamed, wishLines, type ActionLine, type Wish } from './actions.ts';
import { pinyinAt } from './pinyin.ts';
import { recents } from './recent.ts';
import { texts } from './texts.ts';

/** A line of the result list: a place in the console. */
export interface Line {
  readonly href: string;
  readonly name: string;
  readonly hint: string;
  /** Model name of a record; null for a page. */
  readonly entity: string | null;
  /** Leads to more of the group, or does something once, so it is not worth remembering. */
  readonly passing?: 'more' | 'action';
  /** What it does, where it leads nowhere. */
  readonly run?: () => void;
  /** It is not possible now; the hint says why. */
  readonly disabled?: boolean;
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

/** Where a name has what was typed: in either language, or in the pinyin or initials of the Chinese one. */
function rank({ zh, en }: Text, typed: string): number {
  const found = [zh, en].map((text) => folded(text).indexOf(typed)).filter((at) => at !== -1);
  return Math.min(...found, pinyinAt(zh, typed));
}

interface PageOfUser {
  readonly href: string;
  readonly title: Text;
  readonly hint: string;
  readonly passing?: 'action';
}

/** Pages of the user's menu, then the forms that add something. */
function usePages(session: Session): () => readonly PageOfUser[] {
  const pick = usePick();
  return () => [
    ...buildMenu(session).flatMap((entry): PageOfUser[] =>
      isGroup(entry)
        ? entry.items.map(({ route, title }) => ({ href: route.path, title, hint: pick(entry.title) }))
        : [{ href: entry.route.path, title: entry.title, hint: '' }],
    ),
    // A view that no menu names.
    { href: hrefOf('dashboard', { view: 'changes' }), title: texts.changes, hint: '', passing: 'action' },
    ...routes
      .filter((route) => route.kind === 'add' && can(route.permission) && loaderOf(route) !== undefined)
      .map((route): PageOfUser => {
        const list = parentOf(route);
        return {
          href: route.path,
          title: titleOf(route, session),
          hint: list === undefined ? '' : pick(titleOf(list, session)),
        };
      }),
  ];
}

/** Pages whose name has what was typed; best first. */
function usePageLines(session: Session): (typed: string) => readonly Line[] {
  const pick = usePick();
  const pages = usePages(session);
  return (typed) =>
    pages()
      .map(({ title, ...shown }) => ({
        line: { ...shown, name: pick(title), entity: null },
        at: rank(title, typed),
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

/** What the dialog lists: recent places before anything is typed, then what can be done, pages and records. */
export function useLines(
  session: Session,
): (keyword: string, wish: Wish | undefined, found: readonly FoundGroup[]) => readonly LineGroup[] {
  const lang = useLang();
  const t = useTexts(texts);
  const pick = usePick();
  const pageLines = usePageLines(session);
  const detailHref = useDetailHref();
  const record = useStore(hereStore);

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
        ? [{ href: list, name: t('seeAll'), hint: '', entity: null, passing: 'more' as const }]
        : [];
    if (lines.length === 0 && group.tooBroad !== true) return undefined;
    return {
      key: entity,
      title: pick(label),
      lines: [...lines, ...more],
      ...(group.tooBroad === true && { note: t('tooBroad', { name: pick(label) }) }),
    };
  };

  /** What can be done to the record whose page is shown. */
  const here = (typed: string): readonly LineGroup[] => {
    const lines = (record?.actions ?? [])
      .map((action) => ({ action, at: rank(action.label, typed) }))
      .filter(({ at }) => at !== Number.POSITIVE_INFINITY)
      .sort((a, b) => a.at - b.at)
      .map(({ action: { label, reason, run } }): Line => ({
        href: '',
        name: `${pick(label)} ${record?.title ?? ''}`,
        hint: reason ?? '',
        entity: null,
        passing: 'action',
        run,
        disabled: reason !== undefined,
      }));
    return lines.length === 0 ? [] : [{ key: 'here', title: t('here'), lines }];
  };

  /** Before all else what is to be done with a vehicle, after all else a search that has to be chosen. */
  const toDo = (lines: readonly ActionLine[]): readonly LineGroup[] =>
    lines.length === 0
      ? []
      : [
          {
            key: 'actions',
            title: t('actions'),
            lines: lines.map((line) => ({ ...line, entity: null, passing: 'action' as const })),
          },
        ];
  const byName = (typed: string): readonly LineGroup[] => {
    const href = ownersNamed(typed);
    return href === undefined
      ? []
      : toDo([{ href, name: t('ownersNamed', { name: typed }), hint: t('ownersNamedHint') }]);
  };

  return (keyword, wish, found) => {
    const typed = folded(keyword);
    if (typed === '') {
      const lines = recent();
      return lines.length === 0 ? [] : [{ key: 'recent', title: t('recent'), lines }];
    }
    const pages = pageLines(typed);
    const searched = wish?.keyword ?? keyword;
    return [
      ...toDo(wish === undefined ? [] : wishLines(wish, found, lang)),
      ...here(typed),
      ...(pages.length === 0 ? [] : [{ key: 'pages', title: t('pages'), lines: pages }]),
      ...found.flatMap((group) => records(searched, group) ?? []),
      ...(pages.length === 0 ? byName(typed) : []),
    ];
  };
}

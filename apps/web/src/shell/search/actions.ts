import { keysOf } from '@wheelhouse/contract/object';
import type { FoundGroup, FoundItem } from '@wheelhouse/contract/search';
import type { ControlCommandCode, controlCommands } from '@wheelhouse/entities/control/control-commands';
import type { RouteName } from '@wheelhouse/entities/routes';
import { nameIn, dictionaryStore } from '../../reference/reference.ts';
import type { Lang, Text } from '../../i18n/lang.ts';
import { hrefOf, queryOf } from '../../routing/page.ts';
import { pathOf, routeByName } from '../../routing/routes.ts';
import { can } from '../../session/session.ts';

type ButtonOf<K extends ControlCommandCode> = (typeof controlCommands)[K] extends { readonly button: infer B }
  ? B
  : never;

/** Rights by command, as the definition has them: its file is not for every page that can search. */
const rights: {
  readonly [K in ControlCommandCode as ButtonOf<K> extends null ? never : K]: ButtonOf<K>;
} = {
  QUERY: 'remoteControl.basic',
  FIND: 'remoteControl.basic',
  LOCK: 'remoteControl.basic',
  UNLOCK: 'remoteControl.basic',
  POWER_ON: 'remoteControl.power',
  POWER_OFF: 'remoteControl.power',
  OPEN_SEAT: 'remoteControl.power',
  REBOOT: 'remoteControl.power',
  SPEED_LIMIT: 'remoteControl.advanced',
  CUT_POWER: 'remoteControl.stolen',
  RESTORE_POWER: 'remoteControl.stolen',
};

/** What people say for a command, besides its name. */
const said: Readonly<Partial<Record<keyof typeof rights, readonly string[]>>> = {
  QUERY: ['查询', '刷新状态', 'status'],
  FIND: ['找车', '鸣笛', '响铃', 'ring'],
  LOCK: ['锁车', '上锁', '关锁', 'lock'],
  UNLOCK: ['解锁', '开锁', 'unlock'],
  POWER_ON: ['通电', '启动'],
  POWER_OFF: ['下电', '熄火'],
  OPEN_SEAT: ['开座桶', '开坐桶', 'seat'],
  REBOOT: ['重启', 'restart', 'reboot'],
};

/** Pages about one vehicle, by what people say for them. */
const ways: readonly {
  readonly page: RouteName;
  readonly words: readonly string[];
  readonly name: Text;
  readonly query: (vehicle: FoundItem) => Readonly<Record<string, string>>;
}[] = [
  {
    page: 'remoteControl',
    words: ['远控', '远程控制', '控车', 'remote', 'control'],
    name: { zh: '远程控制', en: 'Remote control' },
    query: ({ name }) => ({ vin: name }),
  },
  {
    page: 'vehicleRemoteDebugging',
    words: ['调试', '远程调试', 'debug'],
    name: { zh: '远程调试', en: 'Remote debugging' },
    query: ({ name }) => ({ vin: name }),
  },
  {
    page: 'historytrace',
    words: ['轨迹', '历史轨迹', 'trace', 'track'],
    name: { zh: '历史轨迹', en: 'History traces' },
    query: ({ id }) => ({ 'vehicleId.eq': id }),
  },
];

/** Something that can be done with a vehicle: how it is called, and where. */
interface Action {
  readonly name: Text;
  readonly words: readonly string[];
  readonly href: (vehicle: FoundItem) => string;
}

const mayOpen = (page: RouteName): boolean => {
  const route = routeByName(page);
  return route !== undefined && can(route.permission);
};

/** What the user may do with a vehicle. A command only opens its dialog, which asks what it always asks. */
function actions(): readonly Action[] {
  const names = new Map(
    (dictionaryStore.get().get('ControlCommandType') ?? []).map((entry) => [
      entry.code,
      { zh: entry.name, en: nameIn(entry, 'en') },
    ]),
  );
  const commands = mayOpen('remoteControl')
    ? keysOf(rights).flatMap((code): readonly Action[] => {
        const name = names.get(code);
        if (name === undefined || !can(rights[code])) return [];
        return [
          {
            name,
            words: [name.zh, name.en, ...(said[code] ?? [])],
            href: (vehicle) => hrefOf('remoteControl', { vin: vehicle.name, command: code }),
          },
        ];
      })
    : [];
  return [
    ...commands,
    ...ways
      .filter(({ page }) => mayOpen(page))
      .map(({ page, words, name, query }) => ({
        name,
        words,
        href: (vehicle: FoundItem) => hrefOf(page, query(vehicle)),
      })),
  ];
}

export interface Wish {
  /** What is to be done. */
  readonly action: Action;
  /** What was typed besides it: keys of the vehicle. */
  readonly keyword: string;
}

/** What was typed as an action and a vehicle, in either order (`解锁 003505`, `003505 lock`); the longest word decides. */
export function wishOf(typed: string): Wish | undefined {
  const text = typed.trim().toLowerCase();
  const wishes = actions().flatMap((action) =>
    action.words.flatMap((raw) => {
      const word = raw.toLowerCase();
      const rest = text.startsWith(word)
        ? text.slice(word.length)
        : text.endsWith(word)
          ? text.slice(0, -word.length)
          : '';
      const keyword = rest.trim();
      return /^[a-z0-9-]{4,}$/.test(keyword) ? [{ action, keyword, length: word.length }] : [];
    }),
  );
  return wishes.toSorted((a, b) => b.length - a.length)[0];
}

export interface ActionLine {
  readonly href: string;
  readonly name: string;
  readonly hint: string;
}

/** The wish for each vehicle that was found. */
export function wishLines({ action }: Wish, found: readonly FoundGroup[], lang: Lang): readonly ActionLine[] {
  const vehicles = found.find(({ entity }) => entity === 'vehicle')?.items ?? [];
  return vehicles.map((vehicle) => ({
    href: action.href(vehicle),
    name: `${action.name[lang]} ${vehicle.name}`,
    hint: vehicle.hint,
  }));
}

/** A person’s whole name, as it may be searched by. */
const wholeName = /^(?:[\u4e00-\u9fff]{2,4}|[\u4e00-\u9fff]+·[\u4e00-\u9fff]+)$/;

/**
 * The list of owners of a real name. Real names are sealed: nobody looks for them as they type, but by choosing this line, which the list
 * counts and keeps like any search by a sealed value.
 */
export function ownersNamed(typed: string): string | undefined {
  if (!wholeName.test(typed) || !mayOpen('appuserManager') || !can('privacy.search')) return undefined;
  return pathOf('appuserManager') + queryOf({ 'realName.eq': typed });
}

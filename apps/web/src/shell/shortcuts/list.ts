import type { RouteName } from '@wheelhouse/entities/routes';
import type { PageCommand } from '../../routing/commands.ts';
import type { texts } from './texts.ts';

export type ShortcutGroup = 'general' | 'go' | 'list' | 'tabs';

interface ShortcutDef {
  /** Keys one after the other, as `KeyboardEvent.key` names them. */
  readonly keys: readonly [string] | readonly [string, string];
  readonly group: ShortcutGroup;
  readonly does:
    | { readonly kind: 'page'; readonly command: PageCommand }
    | { readonly kind: 'open'; readonly route: RouteName }
    | { readonly kind: 'tab'; readonly step: 1 | -1 }
    | { readonly kind: 'help' };
  /** A place has its own name. */
  readonly text?: keyof typeof texts;
}

const go = (key: string, route: RouteName): ShortcutDef => ({
  keys: ['g', key],
  group: 'go',
  does: { kind: 'open', route },
});

/** Every shortcut of single keys. Ctrl/⌘ K opens the search and works everywhere. */
export const shortcuts: readonly ShortcutDef[] = [
  { keys: ['?'], group: 'general', does: { kind: 'help' }, text: 'help' },
  go('d', 'dashboard'),
  go('v', 'vehicleManage'),
  go('m', 'vehicleModelManage'),
  go('b', 'batteryManage'),
  go('u', 'appuserManager'),
  go('s', 'dealerManage'),
  go('a', 'alarmManage'),
  go('o', 'operatorManage'),
  go('q', 'qa'),
  go('p', 'profile'),
  { keys: ['/'], group: 'list', does: { kind: 'page', command: 'keyword' }, text: 'keyword' },
  { keys: ['n'], group: 'list', does: { kind: 'page', command: 'add' }, text: 'add' },
  { keys: ['r'], group: 'list', does: { kind: 'page', command: 'refresh' }, text: 'refresh' },
  { keys: ['['], group: 'tabs', does: { kind: 'tab', step: -1 }, text: 'previousTab' },
  { keys: [']'], group: 'tabs', does: { kind: 'tab', step: 1 }, text: 'nextTab' },
];

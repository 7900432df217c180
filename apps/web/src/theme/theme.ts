import { createStore, useStore } from '../lib/store.ts';
import { readSetting, writeSetting } from '../lib/storage.ts';
import { inkOn, parseHex, readableOn } from './color.ts';

/** The user's choice; `system` follows the device. */
export type ThemeMode = 'light' | 'dark' | 'system';
export interface ThemeChoice {
  readonly mode: ThemeMode;
  /** Theme colour, `#rrggbb`. Shown in the nearest shade that stays readable. */
  readonly color: string;
}

export interface Theme extends ThemeChoice {
  readonly dark: boolean;
}

/** Theme colours offered; the first is the default. */
export const presetColors = [
  '#0b6b7f',
  '#1f5fbf',
  '#4b51c6',
  '#7b3fb3',
  '#b02a6b',
  '#b3391f',
  '#8a5a00',
  '#2f6f3e',
] as const;

const storageKey = 'theme';
const systemDark = window.matchMedia('(prefers-color-scheme: dark)');
const surfaces = { light: '#f3f6f7', dark: '#141c20' } as const;

function stored(): ThemeChoice {
  const [mode, color] = (readSetting(storageKey) ?? '').split(' ');
  return {
    mode: mode === 'light' || mode === 'dark' ? mode : 'system',
    color: color !== undefined && parseHex(color) !== null ? color : presetColors[0],
  };
}

const effective = (choice: ThemeChoice): Theme => ({
  ...choice,
  dark: choice.mode === 'dark' || (choice.mode === 'system' && systemDark.matches),
});

export const themeStore = createStore<Theme>(effective(stored()));
export const useTheme = (): Theme => useStore(themeStore);

/** Changes and keeps the choice. */
export function setTheme(change: Partial<ThemeChoice>): void {
  const { mode, color } = { ...themeStore.get(), ...change };
  writeSetting(storageKey, `${mode} ${color}`);
  show(effective({ mode, color }));
}

/** The theme colour in a shade readable on this theme's surfaces, and the ink that goes on it. */
export function primaryOf(theme: Theme): { readonly primary: string; readonly ink: string } {
  const primary = readableOn(theme.color, theme.dark ? surfaces.dark : surfaces.light, theme.dark ? 6 : 4.6);
  return { primary, ink: inkOn(primary) };
}

function show(theme: Theme): void {
  const root = document.documentElement;
  const { primary, ink } = primaryOf(theme);
  root.dataset['theme'] = theme.dark ? 'dark' : 'light';
  root.style.setProperty('--wh-primary', primary);
  root.style.setProperty('--wh-on-primary', ink);
  themeStore.set(theme);
}

/** Shows the kept choice and follows the device from now on. Call once. */
export function startTheme(): void {
  show(themeStore.get());
  systemDark.addEventListener('change', () => show(effective(themeStore.get())));
}

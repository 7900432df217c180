import { readSetting, writeSetting } from '../../lib/storage.ts';
import { createStore } from '../../lib/store.ts';

const settingKey = 'shortcuts.off';
/** Single keys can be turned off: they get in the way of speech input and unsteady hands. */
export const singleKeys = createStore(readSetting(settingKey) === null);
export function setSingleKeys(on: boolean): void {
  writeSetting(settingKey, on ? null : '1');
  singleKeys.set(on);
}

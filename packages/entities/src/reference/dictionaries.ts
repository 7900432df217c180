/**
 * The seed of the data dictionary: every category with its entries, by domain.
 */

import { accessDictionaries } from './dictionaries/access.ts';
import { alarmsDictionaries } from './dictionaries/alarms.ts';
import { commonDictionaries } from './dictionaries/common.ts';
import { contentDictionaries } from './dictionaries/content.ts';
import { marketingDictionaries } from './dictionaries/marketing.ts';
import { messagesDictionaries } from './dictionaries/messages.ts';
import { ordersDictionaries } from './dictionaries/orders.ts';
import { otaDictionaries } from './dictionaries/ota.ts';
import { settingsDictionaries } from './dictionaries/settings.ts';
import { simDictionaries } from './dictionaries/sim.ts';
import { statisticsDictionaries } from './dictionaries/statistics.ts';
import { supportDictionaries } from './dictionaries/support.ts';
import { vehiclesDictionaries } from './dictionaries/vehicles.ts';
import type { Dictionary } from './dictionaries/types.ts';

export type { Dictionary, DictionaryEntry, DictionaryFlag, TagColor } from './dictionaries/types.ts';

export const dictionaries = [
  ...commonDictionaries,
  ...contentDictionaries,
  ...accessDictionaries,
  ...vehiclesDictionaries,
  ...alarmsDictionaries,
  ...otaDictionaries,
  ...simDictionaries,
  ...messagesDictionaries,
  ...supportDictionaries,
  ...marketingDictionaries,
  ...ordersDictionaries,
  ...statisticsDictionaries,
  ...settingsDictionaries,
] as const satisfies readonly Dictionary[];

export type DictionaryCategory = (typeof dictionaries)[number]['category'];

/**
 * The seed of the data dictionary: every category with its entries, by domain.
 */

import { commonDictionaries } from './dictionaries/common.ts';
import { accessDictionaries } from './dictionaries/access.ts';
import { alarmsDictionaries } from './dictionaries/alarms.ts';
import { bindingDictionaries } from './dictionaries/binding.ts';
import { bluetoothDictionaries } from './dictionaries/bluetooth.ts';
import { changesDictionaries } from './dictionaries/changes.ts';
import { contentDictionaries } from './dictionaries/content.ts';
import { controlDictionaries } from './dictionaries/control.ts';
import { dealersDictionaries } from './dictionaries/dealers.ts';
import { eventsDictionaries } from './dictionaries/events.ts';
import { feedbackDictionaries } from './dictionaries/feedback.ts';
import { filesDictionaries } from './dictionaries/files.ts';
import { fleetDictionaries } from './dictionaries/fleet.ts';
import { marketingDictionaries } from './dictionaries/marketing.ts';
import { messagesDictionaries } from './dictionaries/messages.ts';
import { ordersDictionaries } from './dictionaries/orders.ts';
import { otaDictionaries } from './dictionaries/ota.ts';
import { prizesDictionaries } from './dictionaries/prizes.ts';
import { referenceDictionaries } from './dictionaries/reference.ts';
import { repairsDictionaries } from './dictionaries/repairs.ts';
import { sapDictionaries } from './dictionaries/sap.ts';
import { serviceDictionaries } from './dictionaries/service.ts';
import { simDictionaries } from './dictionaries/sim.ts';
import { statisticsDictionaries } from './dictionaries/statistics.ts';
import { theftDictionaries } from './dictionaries/theft.ts';
import { tripsDictionaries } from './dictionaries/trips.ts';
import { usersDictionaries } from './dictionaries/users.ts';
import { vehiclesDictionaries } from './dictionaries/vehicles.ts';
import type { Dictionary } from './dictionaries/types.ts';

export type { Dictionary } from './dictionaries/types.ts';

export const dictionaries = [
  ...commonDictionaries,
  ...accessDictionaries,
  ...alarmsDictionaries,
  ...bindingDictionaries,
  ...bluetoothDictionaries,
  ...changesDictionaries,
  ...contentDictionaries,
  ...controlDictionaries,
  ...dealersDictionaries,
  ...eventsDictionaries,
  ...feedbackDictionaries,
  ...filesDictionaries,
  ...fleetDictionaries,
  ...marketingDictionaries,
  ...messagesDictionaries,
  ...ordersDictionaries,
  ...otaDictionaries,
  ...prizesDictionaries,
  ...referenceDictionaries,
  ...repairsDictionaries,
  ...sapDictionaries,
  ...serviceDictionaries,
  ...simDictionaries,
  ...statisticsDictionaries,
  ...theftDictionaries,
  ...tripsDictionaries,
  ...usersDictionaries,
  ...vehiclesDictionaries,
] as const satisfies readonly Dictionary[];

export type DictionaryCategory = (typeof dictionaries)[number]['category'];

/** A code that is an integer as the number that is stored and sent. */
type Numbered<Code> = Code extends `${infer N extends number}` ? (number extends N ? Code : N) : Code;
type CodesOf<D extends Dictionary> = D['flag'] extends 'E'
  ? string
  : [D['entries'][number]] extends [never]
    ? number | string
    : Extract<Numbered<D['entries'][number]['code']>, string> extends never
      ? Numbered<D['entries'][number]['code']>
      : D['entries'][number]['code'];
type Codes = { readonly [D in (typeof dictionaries)[number] as D['category']]: CodesOf<D> };

/** Codes of a category on the wire: numbers where all are integers, any text where an operator may add entries. */
export type CodeOf<Category extends DictionaryCategory> = Codes[Category];

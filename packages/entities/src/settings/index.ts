import { bluetoothSetup } from './bluetooth-setup.ts';
import { bluetoothSetupHistory } from './bluetooth-setup-history.ts';
import { userTag } from './user-tag.ts';
import { userTagCountDay } from './user-tag-count-day.ts';
import { userTagMember } from './user-tag-member.ts';

/** Entities of the domain: settings of vehicles and of the app. A new one is added here, one line. */
export const settings = { bluetoothSetup, bluetoothSetupHistory, userTag, userTagMember, userTagCountDay } as const;

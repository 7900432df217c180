import { appUser } from './app-user.ts';
import { appUserConsent } from './app-user-consent.ts';
import { appUserDevice } from './app-user-device.ts';
import { userTag } from './user-tag.ts';
import { userTagCountDay } from './user-tag-count-day.ts';
import { userTagMember } from './user-tag-member.ts';

/** Entities of the domain: app users, their phones, consents and tags. A new one is added here, one line. */
export const usersEntities = {
  appUser,
  appUserDevice,
  appUserConsent,
  userTag,
  userTagMember,
  userTagCountDay,
} as const;

import type { Row } from '@wheelhouse/entities/fields';

/** What else a form says that has a reference or formatted text which its sample hides, by `entity.field`. */
export const shownBy: Readonly<Record<string, Row>> = {
  'coupon.themeIds': { scope: 1 },
  'coupon.dealerIds': { scope: 4 },
  'raffleActivity.tagIds': { audienceType: 2 },
  'raffleActivity.vehicleTypeIds': { audienceType: 3 },
  'appTheme.vehicleTypeIds': { themeType: 3 },
  'advertisement.tagIds': { audienceType: 2 },
  'appIntroduce.content': { introType: 2 },
  'appIntroduce.contentEn': { introType: 2, content: '<p>关于我们</p>' },
  'activityMessage.tagIds': { audienceType: 2 },
  'activityMessage.dealerIds': { audienceType: 6 },
};

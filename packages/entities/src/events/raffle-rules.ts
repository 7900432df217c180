import { codes } from '../codes.ts';
import type { Issue } from '../define.ts';
import type { Row } from '../fields.ts';

/** Hours of the day in which an activity is open: both or none, the end after the start. */
export function bothOrNone({ dailyStart, dailyEnd }: Row): Issue | undefined {
  if (!dailyStart && !dailyEnd) return undefined;
  if (!dailyStart || !dailyEnd)
    return {
      field: dailyStart ? 'dailyEnd' : 'dailyStart',
      text: { zh: '每日时段须同时填写开始和结束', en: 'Give both the start and the end of the day, or neither' },
    };
  return String(dailyEnd) > String(dailyStart)
    ? undefined
    : { field: 'dailyEnd', text: { zh: '须晚于每日开始时间', en: 'Must be later than the start of the day' } };
}

/** Nobody draws more often on a day than at all. */
export const dayWithinTotal = ({ freeTimesPerDay, maxTimesPerUser }: Row): Issue | undefined =>
  Number(freeTimesPerDay) > Number(maxTimesPerUser)
    ? {
        field: 'freeTimesPerDay',
        text: { zh: '每日次数不能超过总次数', en: 'Must not be more than the total draws of a user' },
      }
    : undefined;

/** An event at places is recognised by them. */
export function modeOfPlace({ activityType, arMode }: Row): Issue | undefined {
  const isPlace = Number(activityType) === codes.RaffleType.arPlace;
  const isLocation = Number(arMode) === codes.ArMode.location;
  if (
    arMode === null ||
    arMode === undefined ||
    isPlace === isLocation ||
    (!isPlace && Number(activityType) !== codes.RaffleType.arScan)
  )
    return undefined;
  return {
    field: 'arMode',
    text: isPlace
      ? { zh: 'AR定点活动的识别方式为「位置」', en: 'An event at places is recognised by location' }
      : { zh: 'AR扫描活动的识别方式为「图像」或「平面」', en: 'A scan is recognised by image or plane' },
  };
}

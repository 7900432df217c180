import { codes } from '@wheelhouse/entities/codes';
import { audienceWords, type AudienceNames } from '@wheelhouse/entities/audience';
import { expect, test } from 'vitest';

const type = codes.AudienceType;
const anybody: AudienceNames = {
  type: type.all,
  chosen: [],
  platforms: [],
  vehicle: '',
  minVersion: '',
  maxVersion: '',
};
const inBoth = (names: Partial<AudienceNames>): string[] => {
  const all = { ...anybody, ...names };
  return [audienceWords(all, 'zh'), audienceWords(all, 'en')];
};

test('an audience is a sentence with everything that is asked, in both languages', () => {
  expect(inBoth({})).toEqual(['全部用户', 'All users']);
  expect(inBoth({ type: type.regions, chosen: ['上海'], platforms: ['iOS'] })).toEqual([
    '上海的iOS用户',
    'iOS users in 上海',
  ]);
  expect(inBoth({ type: type.models, chosen: ['E3', 'M5', 'S1'], vehicle: '已激活', minVersion: '1.2.0' })).toEqual([
    'E3、M5和S1的车主（车辆已激活，APP不低于1.2.0）',
    'Owners of E3, M5 and S1 (vehicle 已激活, app 1.2.0 or later)',
  ]);
  expect(inBoth({ maxVersion: '2.0.0' })[1]).toBe('All users (app 2.0.0 or earlier)');
  expect(inBoth({ minVersion: '1.2.0', maxVersion: '2.0.0' })).toEqual([
    '全部用户（APP 1.2.0至2.0.0）',
    'All users (app 1.2.0 to 2.0.0)',
  ]);
});

test('of a notice it says who else gets it, and that alone where users of the app do not', () => {
  const others = ['Console staff', 'Dealers'];
  expect(inBoth({ others, minVersion: '1.2.0' })[1]).toBe('All users (app 1.2.0 or later), console staff and dealers');
  expect(inBoth({ others: ['后台人员'], platforms: ['iOS'] })[0]).toBe('全部iOS用户和后台人员');
  expect(inBoth({ type: undefined, others })[1]).toBe('Console staff and dealers');
  expect(inBoth({ type: undefined, others: ['经销商'], minVersion: '1.2.0' })[0]).toBe('经销商');
  expect(inBoth({ type: undefined })).toEqual(['', '']);
});

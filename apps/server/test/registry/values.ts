import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { EntityDef } from '@wheelhouse/entities/define';
import { isDerived, type Field, type FileOptions, type Row, type StoredField } from '@wheelhouse/entities/fields';
import { luhn, usccCheckDigit, vinCheckDigit, type FormatName } from '@wheelhouse/entities/formats';
import { dictionaries } from '@wheelhouse/entities/dictionaries';

// Values of sample records, without a server: for tests of every entity, of the server and in the browser.

/** Short patterns have few texts: none is given twice. */
const used = new Set<string>();
const digits = (n: number, width: number) => String(n).padStart(width, '0').slice(-width);

function withCheck(make: (last: number) => string, valid: (text: string) => boolean): string {
  for (let last = 0; last < 10; last++) if (valid(make(last))) return make(last);
  throw new Error('no check digit fits');
}

/** A valid identifier of each format, another one for each `n`. */
const identifiers: Readonly<Record<FormatName, (n: number) => string>> = {
  vin: (n) => {
    const raw = `LZXE3C1A0SA${digits(n, 6)}`;
    return `${raw.slice(0, 8)}${vinCheckDigit(raw)}${raw.slice(9)}`;
  },
  frameNo: (n) => digits(119_000_000_000_000 + n, 15),
  bleUuid: (n) => `${digits(n, 8)}-0000-1000-8000-00805F9B34FB`,
  imei: (n) => withCheck((last) => `86${digits(n, 12)}${last}`, luhn),
  iccid: (n) => `898604${digits(n, 14)}`,
  imsi: (n) => `460${digits(n, 12)}`,
  msisdn: (n) => `10648${digits(n, 8)}`,
  bleMac: (n) => `A4:C1:38:${digits(n, 6).replace(/(..)(?=.)/g, '$1:')}`,
  ecuSn: (n) => `ZK25B20${digits(n, 7)}`,
  batterySn: (n) => `08QPB1LZX25B2${digits(n, 9)}`,
  plateNo: (n) => `沪A${digits(n, 5)}`,
  uscc: (n) => {
    const head = `91310115MA${digits(n, 7)}`;
    return `${head}${usccCheckDigit(head) ?? '0'}`;
  },
  mobile: (n) => `138${digits(n, 8)}`,
  servicePhone: () => '400-000-0000',
  email: (n) => `user${n}@example.com`,
  idNumber: () => '310101199003071230',
};

/** Texts of a pattern: building the generator takes longer than drawing from it. */
const generators = new Map<RegExp, fc.Arbitrary<string>>();
function textsOf(pattern: RegExp): fc.Arbitrary<string> {
  const texts = generators.get(pattern) ?? fc.stringMatching(pattern);
  generators.set(pattern, texts);
  return texts;
}

function textOf(
  field: Extract<StoredField, { kind: 'text' | 'longText' | 'richText' | 'private' }>,
  n: number,
): string {
  if (field.format) return identifiers[field.format](n);
  if (field.pattern) {
    const matching = textsOf(field.pattern);
    for (let tries = 0; tries < 20; tries++) {
      const [drawn = ''] = fc.sample(matching, { numRuns: 1, seed: 1000 + 20 * n + tries });
      const found = drawn.slice(0, field.max);
      // Names are unique whatever their case. A short one may be in the sample data already.
      if (used.has(found.toLowerCase()) || (found.length < 6 && tries < 10)) continue;
      used.add(found.toLowerCase());
      return found;
    }
  }
  const text = `样例${n}`.padEnd(field.min ?? 1, '样');
  return field.kind === 'richText' ? `<p>${text}</p>` : [...text].slice(0, field.max).join('');
}

const areas: Readonly<Record<number, string>> = { 1: '310000', 2: '310100', 3: '310115' };
/** Codes of a dictionary, in its order; of its sub-entries alone. */
function codes(category: string, below = false): string[] {
  const entries: readonly { readonly code: string; readonly parent?: string }[] =
    dictionaries.find((d) => d.category === category)?.entries ?? [];
  return entries.filter(({ parent }) => !below || parent !== undefined).map(({ code }) => code);
}

/** Whether a sample has a value for a field. */
export const isSampled = (entity: EntityDef, field: Field): field is StoredField =>
  !isDerived(field) &&
  field.readonly !== true &&
  !(field.kind === 'refMany' && !field.required) &&
  !(field.kind === 'ref' && !field.required && field.to === entity.name);

/** Pixels of a picture that fits the field; large enough for any place where the field says nothing. */
export const samplePixels = ({ pixels, shapes }: Pick<FileOptions, 'pixels' | 'shapes'>) =>
  pixels ?? { width: 1600, height: shapes === undefined ? 1200 : 900 };

/** Pixels of pictures whose size follows from another field, as `special` gives it. */
export const pictures: Readonly<Record<string, { readonly width: number; readonly height: number }>> = {
  'advertisement.image': { width: 702, height: 280 },
};

/** A value of a field that needs no other record and no file; undefined for one that does. */
export function plainValue(field: StoredField, n: number): unknown {
  switch (field.kind) {
    case 'text':
    case 'longText':
    case 'richText':
    case 'private':
      return textOf(field, n);
    case 'int':
    case 'money':
      return Math.max(field.min ?? 1, Math.min(field.max ?? 1000, field.min === undefined ? n % 100 : field.min));
    case 'decimal':
      return field.min ?? 1;
    case 'flag':
      return 1;
    case 'color':
      return `#${n.toString(16).toUpperCase().padStart(6, '0').slice(-6)}`;
    case 'date':
      return '2025-06-01';
    case 'instant':
      return '2025-06-01 08:00:00';
    case 'dict':
      return field.default ?? (field.parent === undefined ? codes(field.dict) : codes(field.dict, true))[0];
    case 'dictMany':
      return codes(field.dict).slice(0, 1);
    case 'area':
      return areas[field.level];
    case 'tags':
      return ['标签'];
    case 'json':
      return field.shape === 'weeklyHours' ? [{ days: [1, 2], from: '09:00', to: '18:00' }] : { a: 1 };
    case 'rows':
      return [n, n + 1].map((at) =>
        Object.fromEntries(
          Object.entries(field.fields).map(([name, column]) => [
            name,
            column.kind === 'refBy' ? null : plainValue(column, at),
          ]),
        ),
      );
    default:
      return undefined;
  }
}

/** A time that many days ahead. */
const inDays = (days: number): string =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)} 08:00:00`;

/** A package of the old platform: any bytes. */
export const sampleFirmware = Buffer.from('firmware of the old platform');

/** Fields that a form does not have. */
const without = (names: string): Row => Object.fromEntries(names.split(' ').map((name) => [name, undefined]));

/** What cross-field rules of an entity need beyond single fields. */
export const special: Readonly<Record<string, (n: number) => Row>> = {
  vehicleType: () => ({
    vehicleCategory: 3,
    vinPrefix: 'LZXE3C1A',
    maxSpeedKmh: 80,
    ratedPowerW: 2000,
    colors: ['BLK'],
    batteryType: 4,
    batteryCount: 2,
    peakPowerW: 3000,
  }),
  // A free skin of the app.
  appTheme: () => ({
    vehicleTypeIds: undefined,
    priceFen: undefined,
    originalPriceFen: undefined,
    rarity: undefined,
    settlementRate: undefined,
    packageFile: undefined,
    minMeterVersion: undefined,
    isHoliday: 0,
    holidayCode: undefined,
    startTime: undefined,
    endTime: undefined,
  }),
  // A plain raffle for everybody.
  raffleActivity: () => ({
    ...without(
      'newUserDays dailyStart dailyEnd arMode targetImages modelFile animation soundFile ' +
        'points tagIds vehicleTypeIds cityCodes priceFen guaranteeCount maxBoxesPerUser changeReason',
    ),
    activityType: 3,
    needVehicle: 0,
    needRealName: 0,
    startTime: '2099-06-01 08:00:00',
    endTime: '2099-07-01 08:00:00',
  }),
  // An explicit day of a past that is not compared: no two samples overlap.
  holidayVoice: () => ({ dateMode: 3, dates: ['2024-02-10..2024-02-17'], scene: 1 }),
  simCard: () => ({
    expireTime: '2099-06-01',
    testEndTime: undefined,
    silentEndTime: undefined,
    apn: 'cmiot',
    stopThresholdPct: 200,
  }),
  vehicle: () => ({ color: 'BLK', frameNo: undefined, saleDate: '2025-07-01' }),
  bluetoothSetup: (n) => ({
    enabled: 1,
    writeUuid: `${digits(n, 8)}-0001-1000-8000-00805F9B34FB`,
    notifyUuid: `${digits(n, 8)}-0002-1000-8000-00805F9B34FB`,
  }),
  soundEffect: () => ({ isDefault: 0, free: 0, priceFen: 990 }),
  // By hand: rules and files have tests of their own.
  userTag: (n) => ({
    name: `标签${n}`,
    tagType: 1,
    rule: undefined,
    refreshMode: undefined,
    userFile: undefined,
    expireTime: undefined,
  }),
  // Its package is made by `prepare`.
  firmware: () => ({
    hardwareVersions: ['V1.2'],
    packageType: 1,
    minFromVersion: undefined,
    dependencies: undefined,
  }),
  // By conditions; the vehicles follow from its package.
  otaTask: () => ({
    taskType: 2,
    targetMode: 1,
    fromVersions: undefined,
    hardwareVersions: undefined,
    cityCodes: undefined,
    productionFrom: undefined,
    productionTo: undefined,
    vins: undefined,
    testGroups: undefined,
    excludeVins: undefined,
    windowStart: '01:00',
    windowEnd: '05:00',
    stages: [
      { percent: 10, count: null, minHours: 24, minSuccessRate: 98, minSample: 20 },
      { percent: 100, count: null, minHours: null, minSuccessRate: null, minSample: null },
    ],
    startTime: inDays(2),
    endTime: inDays(30),
  }),
  otaTaskOld: () => ({ startTime: undefined }),
  firmwareOld: (n) => ({
    deviceType: 1,
    version: `ZK1_${digits(n, 8)}_A01`,
    md5: createHash('md5').update(sampleFirmware).digest('hex'),
  }),
  quickReply: () => ({ shared: 0 }),
  prize: () => ({ forSale: 0 }),
  // What is new in a version of its own.
  appIntroduce: (n) => {
    const version = `${100 + Math.floor(n / 1_000_000)}.${Math.floor(n / 1000) % 1000}.${n % 1000}`;
    return {
      introType: 3,
      minVersion: version,
      maxVersion: version,
      jumpType: 0,
      ...without('jumpTarget articleId activityId content contentEn'),
    };
  },
  // Of iOS, which needs no package; each above the one before, and above those of the demo.
  appVersion: (n) => ({
    clientOs: 2,
    versionName: `${10 + Math.floor(n / 1_000_000)}.${Math.floor(n / 1000) % 1000}.${n % 1000}`,
    versionCode: 900_000_000 + n,
    channel: ['appstore'],
    storeUrl: 'https://apps.apple.com/cn/app/id1600000000',
    updateType: 2,
    minSupportCode: undefined,
    publishTime: undefined,
  }),
  // A formatted text that nobody has published; see `content/articles.test.ts` for the other kinds.
  article: () => ({
    contentType: 1,
    coverStyle: 1,
    coverImages: undefined,
    linkUrl: undefined,
    publishTime: undefined,
    pinned: 0,
  }),
  // Above the versions of the demo.
  instruction: (n) => ({ docVersion: `V${50 + (Math.floor(n / 100) % 50)}.${n % 100}` }),
  guideVideo: (n) => ({ videoUrl: `https://m.example.com/videos/${n}` }),
  debugCommand: () => ({
    opcode: '01A0',
    paramSchema: [{ name: 'level', type: 'u8', min: 1, max: 5 }],
    resultSchema: [],
  }),
  battery: () => ({ batteryType: 4, cellChemistry: 'LFP', seriesCount: 22 }),
  advertisement: () => ({
    position: 2,
    ...without('jumpTarget articleId activityId'),
    audienceType: 3,
    tagIds: undefined,
    cityCodes: undefined,
    displaySeconds: undefined,
    minVersion: undefined,
    startTime: `${new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)} 08:00:00`,
    endTime: `${new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)} 08:00:00`,
  }),
  serviceTemplate: (n) => ({
    templateCode: `SVC_SAMPLE_${n}`,
    pushTitle: `保养提醒${n}`,
    pushBody: '您的${vehicleName}该保养了。',
    smsTemplateId: undefined,
    smsBody: undefined,
  }),
  // A type has one enabled template.
  alarmTemplate: (n) => ({
    templateCode: `ALM_SAMPLE_${n}`,
    pushTitle: `报警${n}`,
    pushBody: '您的${vehicleName}发生${alarmName}。',
    enabled: 0,
    smsTemplateId: undefined,
    smsBody: undefined,
    voiceText: undefined,
  }),
  repairOrder: () => ({
    faultCategory: 'P01',
    faultSub: 'P0102',
    appointmentTime: inDays(3),
    dealerId: undefined,
    provinceId: undefined,
    cityId: undefined,
    districtId: undefined,
    address: undefined,
    lng: undefined,
    lat: undefined,
  }),
  // Of a type that no vehicle has on record: any number of samples are about one vehicle.
  replacementRecord: (n) => ({
    deviceType: 9,
    oldSn: `OLD-${n}`,
    newSn: `NEW-${n}`,
    newImei: undefined,
    newIccid: undefined,
    newBleMac: undefined,
    repairOrderId: undefined,
    odometerKm: 99_999,
    odometerOffsetKm: undefined,
  }),
  appLink: (n) => ({
    url: `https://m.example.com/sample/${n}`,
    urlEn: `https://m.example.com/en/sample/${n}`,
    openMode: 3,
  }),
  // No real name, as those of sample users are.
  appLogRecord: () => ({ fromTime: inDays(-3), toTime: inDays(-1) }),
  serviceAccount: (n) => ({ nickname: `小客服${n}`, extension: undefined }),
  promotion: (n) => ({
    channelType: '1',
    staffMobile: undefined,
    landingUrl: `https://m.example.com/promotions/${n}`,
    startTime: inDays(5),
    endTime: inDays(30),
    bindRewardFen: undefined,
  }),
  // Some money off, for everything in the mall.
  coupon: () => ({
    couponType: 1,
    amountFen: 500,
    discount: undefined,
    maxOffFen: undefined,
    thresholdFen: 5_000,
    scope: 3,
    themeIds: undefined,
    dealerIds: undefined,
    total: 100,
    perUserLimit: 1,
    validMode: 1,
    validStart: inDays(-1),
    validEnd: inDays(30),
    validDays: undefined,
    receiveStart: undefined,
    receiveEnd: undefined,
  }),
  savedView: () => ({ pageName: 'vehicleManage' }),
  sysUser: () => ({ organizationCode: 'HQ', roleCodes: ['cs'], regionScope: ['310000'], validUntil: '2099-12-31' }),
  itemCode: (n) => ({
    category: `Sample${n}`,
    parentCategory: undefined,
    parentCode: undefined,
    alarmErrCode: undefined,
    deviceType: undefined,
    color: 'primary',
  }),
  sysRole: () => ({ functionCodes: ['qa', 'qa.add'], dealerAssignable: 0 }),
  systemMessage: () => ({
    noticeType: '2',
    receivers: ['1', '2'],
    channels: ['1', '2'],
    clientOs: undefined,
    minVersion: undefined,
    maxVersion: undefined,
    pinned: 0,
    popup: 0,
    maintenanceStart: undefined,
    maintenanceEnd: undefined,
    sendTime: undefined,
    endTime: inDays(30),
  }),
  activityMessage: () => ({
    contentType: 1,
    linkUrl: undefined,
    appPage: undefined,
    pageParam: undefined,
    activityId: undefined,
    channels: ['1', '2'],
    smsContent: undefined,
    // A sample refers to what it can: the models of its audience.
    audienceType: 3,
    tagIds: undefined,
    cityCodes: undefined,
    dealerIds: undefined,
    userFileId: undefined,
    activationStatus: undefined,
    clientOs: undefined,
    minVersion: undefined,
    pinned: 0,
    sendTime: undefined,
    endTime: inDays(30),
  }),
  serviceMessage: () => ({
    reminderType: '1',
    mode: 2,
    condition: { mileageKm: 500, months: 1 },
    vehicleTypeIds: undefined,
    cityCodes: undefined,
    dealerIds: undefined,
    channels: ['1', '2'],
    sendTime: undefined,
  }),
  dealerUser: () => ({ roleCodes: ['dealer'], position: '2' }),
  dealer: (n) => ({
    // Repairs as well as sells.
    dealerType: 3,
    dealerCode: `D9${digits(n, 5)}`,
    organizationCode: 'HQ',
    parentId: undefined,
    contractStart: '2025-01-01',
    contractEnd: '2099-12-31',
    lng: 121.5,
    lat: 31.2,
    name: `样例经销商${n}店`,
  }),
};

import type { machines } from './machines.ts';
import type { dictionaries } from './dictionaries.ts';

type AnyDictionary = (typeof dictionaries)[number];
/** States have their names in their machine: `machines['SM-Unbind'].states`. */
type OfMachines = (typeof machines)[keyof typeof machines]['dictionary'];
type ToNumber<Code> = Code extends `${infer N extends number}` ? N : never;
type CodeOf<Category> = Extract<AnyDictionary, { category: Category }>['entries'][number]['code'];

type CodeTable = {
  readonly [Category in Exclude<AnyDictionary['category'], OfMachines>]?: Readonly<
    Record<string, CodeOf<Category> | ToNumber<CodeOf<Category>>>
  >;
};

/**
 * Names by which code speaks of dictionary entries: `codes.PushStatus.sent`. A code that its dictionary does not have does not compile; numbers
 * where the column is a number, texts where it is a text. They are kept apart from the dictionaries, whose labels the console gets from the server.
 */
export const codes = {
  AdFrequency: { always: 1, daily: 2, once: 3 },
  AdPosition: { splash: 1, home: 2, mall: 3, vehicle: 4, popup: 5 },
  AlarmClass: { battery: 2, fault: 3 },
  AlarmIgnoreReason: { falseAlarm: '1', owner: '2', test: '3', duplicate: '4' },
  AlarmRecoverStatus: { active: 0, recovered: 1 },
  AppChannel: { appStore: 'appstore' },
  AppLogSource: { user: 1, requested: 2, crash: 3 },
  AudienceType: { all: 1, tags: 2, models: 3, regions: 4, list: 5, dealer: 6 },
  BatteryPendingStatus: { toConfirm: 0, confirmed: 1, ignored: 2, resolved: 3 },
  BatterySwapReason: { firstInstall: '1', warranty: '2', upgrade: '3', repair: '4', bmsReported: '5' },
  BindAction: { bind: 1, unbind: 2, share: 3, unshare: 4, forceUnbind: 5, transfer: 6 },
  BindChannel: { ble: 1, qr: 2, dealer: 3, console: 4, system: 5 },
  BindType: { owner: 1, share: 2 },
  BleResult: { ok: 0, notFound: 1, authFailed: 2, timeout: 3, dropped: 4 },
  Carrier: { mobile: 1, unicom: 2, telecom: 3, broadnet: 4 },
  ChangeAction: { add: 1, edit: 2, delete: 3, enable: 4, disable: 5, unbind: 6, cancel: 7 },
  ChangeKind: { dictionary: 1, mobile: 2, unbind: 3, winning: 4 },
  ChargeStatus: { charging: 1 },
  ClientOs: { android: 1, ios: 2, harmony: 3 },
  CommandSource: { console: 1, app: 2, system: 3 },
  ConsentKind: { agreement: 1, privacy: 2, marketing: 3, location: 4 },
  ConversionFailure: { encrypted: 1, broken: 2, pages: 3, effort: 4, fonts: 5, storage: 6 },
  ConversionStatus: { converting: 0, done: 1, failed: 2 },
  ContentType: { richText: 1, link: 2, appPage: 3 },
  CouponScope: { themes: 1, blindBoxes: 2, mall: 3, dealerService: 4 },
  CouponSource: { received: 1, granted: 2, won: 3 },
  CouponType: { amount: 1, percent: 2, exchange: 3, external: 4 },
  CoverStyle: { large: 1, rightSmall: 2, threeImages: 3 },
  DealerService: { door: '5', rescue: '6' },
  DeliveryMode: { express: 1, pickUp: 2 },
  DebugDirection: { read: 1, write: 2, action: 3 },
  DeviceType: { centralControl: 1, battery: 2, controller: 3, meter: 4, bleModule: 5, motor: 7, other: 9 },
  ExpressState: {
    underWay: 0,
    collected: 1,
    trouble: 2,
    signed: 3,
    returned: 4,
    delivering: 5,
    returning: 6,
    forwarded: 7,
    customs: 8,
    refused: 14,
  },
  HolidayDateMode: { solar: 1, lunar: 2, explicit: 3 },
  ImageScene: { home: 1, list: 2, share: 3, map: 4 },
  IntroType: { onboarding: 1, about: 2, whatIsNew: 3 },
  JumpType: { none: 0, url: 1, appPage: 2, article: 3, activity: 4, miniProgram: 5 },
  LinkCategory: { agreement: '1', privacy: '2' },
  LinkCheckResult: { ok: 1, errorStatus: 2, timeout: 3, unreachable: 4, notPublic: 5, redirects: 6 },
  NoticeReceiver: { app: 1, staff: 2, dealer: 3 },
  OnlineStatus: { offline: 0, online: 1 },
  OpenMode: { inApp: 1, browser: 2, miniProgram: 3 },
  OtaExecOldStatus: { waiting: 0, upgrading: 1, succeeded: 2, failed: 3, cancelled: 4 },
  OtaPhase: { received: 1, download: 2, verify: 3, install: 4, reboot: 5, done: 6, failed: 7 },
  OtaTargetMode: { conditions: 1, vinList: 2, testGroup: 3 },
  OtaTaskType: { test: 1, gray: 2, full: 3, single: 4, rollback: 5 },
  PackageCycle: { month: 1, quarter: 2, year: 3 },
  PackageType: { full: 1, delta: 2 },
  PrizeKind: { physical: 1, coupon: 2, theme: 3, points: 4, none: 5 },
  PromoChannel: { dealer: '1', staff: '2', socialMedia: '3', print: '4', partner: '5' },
  PushChannel: { inbox: 1, push: 2, sms: 3, call: 4 },
  OtaGeneration: { old: 1, new: 2 },
  PushStatus: { waiting: 0, sent: 1, delivered: 2, opened: 3, failed: 4, blocked: 5 },
  ReleaseType: { formal: 1, beta: 2, hotfix: 3 },
  ReminderMode: { once: 1, rule: 2 },
  ReminderType: { maintenance: '1', warranty: '2', inspection: '3', battery: '4', service: '5', idle: '6' },
  ShareObject: { activity: 1, article: 2, theme: 3, app: 4, vehicle: 5 },
  ServiceAccountType: { chat: 1, hotline: 2, wecom: 3, email: 4 },
  ServiceLogEvent: {
    login: 1,
    logout: 2,
    busy: 3,
    sessionStart: 4,
    sessionEnd: 5,
    transfer: 6,
    timeout: 7,
    rating: 8,
    forcedOffline: 9,
  },
  ServiceOnline: { offline: 0, online: 1, busy: 2 },
  ReplaceReason: { fault: '1', upgrade: '4' },
  ReplacementSource: { manual: 1, vehicle: 2, repair: 3 },
  RepairServiceType: { store: 1, door: 2, mail: 3, rescue: 4 },
  RepairSource: { owner: 1, phone: 2, dealer: 3, alarm: 4, feedback: 5 },
  SimOpSource: { manual: 1, overuse: 2, expiry: 3, vehicleStop: 4, carrier: 5 },
  SimOpType: { suspend: 1, resume: 2, activate: 3, cancel: 4, changePackage: 5 },
  SimStopReason: { arrears: '1', overuse: '2', expired: '3', vehicleStop: '4', moved: '5', lost: '6', other: '9' },
  SimSyncIssue: { unexpected: 1, unknownCard: 2 },
  SmsScene: {
    login: 1,
    resetPassword: 2,
    changeMobile: 3,
    unbind: 4,
    appLogin: 5,
    deleteAccount: 6,
    changeOld: 7,
    changeNew: 8,
  },
  StockLogType: { in: 1, out: 2, reserve: 3, release: 4, send: 5, return: 6 },
  StolenLockStatus: { none: 0, requested: 1, cutting: 2, cut: 3, restoring: 4 },
  StolenNoteKind: { note: 1, status: 2, power: 3, position: 4, share: 5, handOver: 6, receipt: 7 },
  TagRefresh: { daily: 1, manual: 2 },
  TagType: { manual: 1, rule: 2, import: 3 },
  ThemeSaleMode: { free: 1, paid: 2, prize: 3, blindBox: 4 },
  ThemeSource: { free: 1, purchase: 2, prize: 3, blindBox: 4, gift: 5 },
  ThemeType: { appSkin: 1, meterSkin: 2, voicePack: 3, bundle: 4 },
  UnbindApplyType: { owner: 1, buyer: 2, dealer: 3, service: 4 },
  UpgradeMode: { confirm: 1, silent: 2, forced: 3 },
  WinSource: { draw: 1, wish: 2 },
  UpdateType: { optional: 1, popup: 2, forced: 3 },
  ValidMode: { fixed: 1, days: 2 },
  VirtualScript: { still: 0, loop: 1, lowBattery: 2, alarm: 3 },
  VoiceScene: { powerOn: 1, powerOff: 2, armed: 3, disarmed: 4 },
  WarrantyResult: { inWarranty: 1, goodwill: 4 },
} as const satisfies CodeTable;

/** Any code of a dictionary that has names. */
export type Code<Category extends keyof typeof codes> = (typeof codes)[Category][keyof (typeof codes)[Category]];

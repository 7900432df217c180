import type { Row } from '@wheelhouse/entities/fields';

/** What a record of others is answered with: it is not there, is not theirs, or is no valid value. */
export const refusals = [1002, 1011, 1001];

interface Others {
  /** A record of each entity that the callers do not reach, by its name. */
  readonly foreign: ReadonlyMap<string, string>;
  /** Another account, and a session of it. */
  readonly stranger: string;
  readonly strangersSession: string;
}

/** What a call of a module is asked about records of others, and how its answer shows that it told nothing. */
type Asked = readonly [Row, (answer: { readonly code: number; readonly data: unknown }) => boolean];

/** Calls of modules about records of others, by their paths. */
export function callsAbout({ foreign, stranger, strangersSession }: Others): Readonly<Record<string, Asked>> {
  const vehicleId = foreign.get('vehicle');
  const day = new Date().toISOString().slice(0, 10);
  const stretch = { from: day, to: day, 'startTime.ge': day, 'startTime.le': day, reasonCode: '3' };
  return {
    '/system/crm/sysUser/getPersonalDataId': [{ id: stranger }, ({ code }) => code === 1003],
    '/system/crm/sysUser/loginLogs': [{ userId: stranger }, ({ code }) => refusals.includes(code)],
    '/system/crm/operationLog/changes': [
      { from: '2026-01-01', to: '2026-01-31', userId: stranger },
      ({ code, data }) => code === 0 && (data as { list: unknown[] }).list.length === 0,
    ],
    '/system/crm/sysUser/operationLogs': [{ userId: stranger }, ({ code }) => refusals.includes(code)],
    '/system/crm/sysUser/sensitiveLogs': [{ userId: stranger }, ({ code }) => refusals.includes(code)],
    '/system/crm/sysSession/list': [{ userId: stranger }, ({ data }) => (data as { total: number }).total === 0],
    '/system/crm/sysSession/end': [{ id: strangersSession }, ({ code }) => refusals.includes(code)],
    '/system/crm/sysSession/endAll': [{ userId: stranger }, ({ code }) => refusals.includes(code)],
    '/system/crm/sysRole/users': [{ roleCode: 'admin' }, ({ data }) => (data as { total: number }).total === 0],
    '/system/crm/sysRole/removeUser': [{ roleCode: 'admin', userId: '1' }, ({ code }) => refusals.includes(code)],
    '/data/crm/upload/pdfToImage': [{ fileId: 'somebody-elses-file-01' }, ({ code }) => code === 1002],
    '/data/crm/upload/part': [{ uploadId: 'somebody-elses-file-01', no: '0' }, ({ code }) => code === 1017],
    '/data/crm/upload/joinParts': [{ uploadId: 'somebody-elses-file-01' }, ({ code }) => code === 1017],
    '/data/crm/upload/dropParts': [{ uploadId: 'somebody-elses-file-01' }, ({ code }) => code === 1017],
    '/veh/crm/vehicle/removeShare': [
      { vehicleId, userId: '1', reason: '越权尝试一下' },
      ({ code }) => refusals.includes(code),
    ],
    '/vehicle/controlResult': [{ commandId: 'SOMEBODYELSESCOMMAND' }, ({ code }) => refusals.includes(code)],
    '/veh/crm/control/cancel': [{ commandId: 'SOMEBODYELSESCOMMAND' }, ({ code }) => refusals.includes(code)],
    '/veh/crm/debug/closeSession': [{ sessionId: 'D1' }, ({ code }) => refusals.includes(code)],
    '/veh/crm/debug/send': [{ sessionId: 'D1', cmdCode: 'READ_BMS' }, ({ code }) => refusals.includes(code)],
    '/veh/crm/debug/stream': [{ sessionId: 'D1' }, ({ code }) => refusals.includes(code)],
    '/veh/crm/debug/log': [{ sessionId: 'D1', on: 1 }, ({ code }) => refusals.includes(code)],
    '/veh/crm/vehicleXp/live': [{ id: foreign.get('vehicleXp') }, ({ code }) => refusals.includes(code)],
    '/veh/crm/bluetoothInfo/statistics': [
      { id: vehicleId, from: '2026-01-01', to: '2026-01-31' },
      ({ code }) => refusals.includes(code),
    ],
    '/veh/crm/vehicle/diagnostics': [{ id: vehicleId }, ({ code }) => refusals.includes(code)],
    '/veh/crm/vehicle/status': [{ vehicleIds: [vehicleId] }, ({ data }) => (data as object[]).length === 0],
    ...Object.fromEntries(
      (['live', 'shares', 'share', 'revokeShare'] as const).map((call) => [
        `/veh/crm/stolen/${call}`,
        [
          { id: foreign.get('stolenCase'), ...(call === 'revokeShare' && { shareId: '1' }) },
          ({ code }: { code: number }) => refusals.includes(code),
        ] as const,
      ]),
    ),
    '/user/crm/appUser/changeMobileCodes': [
      { id: foreign.get('appUser'), newMobile: '13900004321' },
      ({ code }) => refusals.includes(code),
    ],
    '/system/crm/changeRequest/proof': [
      { id: foreign.get('changeRequest'), fileId: 'somebody-elses-file-01' },
      ({ code }) => refusals.includes(code),
    ],
    '/veh/crm/unbindApplication/proof': [
      { id: foreign.get('unbindApplication'), fileId: 'somebody-elses-file-01' },
      ({ code }) => refusals.includes(code),
    ],
    '/veh/crm/trace/list': [{ vehicleId, ...stretch }, ({ code }) => [...refusals, 1003].includes(code)],
    '/veh/crm/trace/points': [{ vehicleId, ...stretch }, ({ code }) => [...refusals, 1003].includes(code)],
    '/veh/crm/trace/export': [
      { vehicleId, ...stretch, format: 'gpx' },
      ({ code }) => [...refusals, 1003].includes(code),
    ],
    '/veh/crm/mileage/chart': [{ vehicleId }, ({ code }) => refusals.includes(code)],
    '/veh/crm/mileage/recalc': [{ vehicleId, ...stretch }, ({ code }) => refusals.includes(code)],
    '/veh/crm/alarm/telemetry': [{ id: foreign.get('alarm') }, ({ code }) => refusals.includes(code)],
    '/veh/crm/alarm/createRepair': [{ id: foreign.get('alarm') }, ({ code }) => refusals.includes(code)],
    '/veh/crm/alarm/withdrawRepair': [{ id: foreign.get('alarm') }, ({ code }) => refusals.includes(code)],
    '/veh/crm/alarm/push': [
      { id: foreign.get('alarm'), templateId: 'ALM_DEFAULT', channels: ['2'] },
      ({ code }) => refusals.includes(code),
    ],
    '/cs/crm/repairOrder/contact': [{ id: foreign.get('repairOrder') }, ({ code }) => refusals.includes(code)],
    '/cs/crm/repairOrder/suggestDealers': [{ vehicleId }, ({ code }) => refusals.includes(code)],
    '/cs/crm/repairOrder/dealers': [{ id: foreign.get('repairOrder') }, ({ code }) => refusals.includes(code)],
    '/veh/crm/simCard/renewals': [{ id: foreign.get('simCard') }, ({ code }) => refusals.includes(code)],
    '/veh/crm/simCard/answers': [{ id: foreign.get('simCard') }, ({ code }) => refusals.includes(code)],
    '/veh/crm/simCard/installs': [{ id: foreign.get('simCard') }, ({ code }) => refusals.includes(code)],
    '/act/crm/winningRecord/track': [{ id: foreign.get('winningRecord') }, ({ code }) => refusals.includes(code)],
    '/act/crm/winningRecord/askTrack': [{ id: foreign.get('winningRecord') }, ({ code }) => refusals.includes(code)],
    '/order/crm/goodsOrder/track': [{ id: foreign.get('goodsOrder') }, ({ code }) => refusals.includes(code)],
    '/order/crm/goodsOrder/askTrack': [{ id: foreign.get('goodsOrder') }, ({ code }) => refusals.includes(code)],
    '/data/crm/dealer/performance': [{ id: foreign.get('dealer') }, ({ code }) => refusals.includes(code)],
    '/data/crm/dealer/contracts': [{ id: foreign.get('dealer') }, ({ code }) => refusals.includes(code)],
    '/veh/crm/replacementRecord/parts': [{ vehicleId, deviceType: 1 }, ({ code }) => refusals.includes(code)],
    '/ps/crm/promotion/qrcode': [{ id: foreign.get('promotion'), size: 256 }, ({ code }) => refusals.includes(code)],
    '/ps/crm/promotion/statistics': [
      { id: foreign.get('promotion'), from: '2026-01-01', to: '2026-01-31' },
      ({ code }) => refusals.includes(code),
    ],
    '/user/crm/appLog/content': [
      { id: foreign.get('appLogRecord') ?? '1', offset: 0 },
      ({ code }) => [...refusals, 1003].includes(code),
    ],
    '/user/crm/appLog/download': [
      { id: foreign.get('appLogRecord') ?? '1' },
      ({ code }) => [...refusals, 1003].includes(code),
    ],
    '/cs/crm/serviceAccount/online': [
      { id: foreign.get('serviceAccount') ?? '1', onlineStatus: 0 },
      ({ code }) => [...refusals, 1003].includes(code),
    ],
    '/cs/crm/serviceAccount/logSummary': [
      { accountId: foreign.get('serviceAccount') ?? '1', from: '2026-01-01', to: '2026-01-31' },
      ({ code }) => [...refusals, 1003].includes(code),
    ],
    '/ps/crm/otaTask/executionLog': [
      { executionId: foreign.get('otaExecution') },
      ({ code }) => refusals.includes(code),
    ],
    '/user/crm/appUser/messages': [{ id: foreign.get('appUser') ?? '1' }, ({ code }) => refusals.includes(code)],
    '/user/crm/appUser/vehicles': [{ id: foreign.get('appUser') ?? '1' }, ({ code }) => refusals.includes(code)],
  };
}

/** Calls that take the id of something that everybody with their right sees. */
export const unscoped = [
  // By the device's own signature: other vehicles' commands are not found.
  '/device/v1/command/ack',
  '/data/crm/itemCode/getFatherSonType',
  '/stat/crm/dashboard/map',
  '/veh/crm/vehicleType/getVehicleTypePage',
  '/veh/crm/vehicleType/preview',
  // The cards whose usage is added up are scoped, and tried in sim/scope.test.ts.
  '/veh/crm/simFlow/chart',
  // What a run has found is for everybody who may see the page.
  '/system/crm/proof/report',
  '/system/crm/sysFunction/addFunction',
  '/system/crm/sysFunction/updateFunction',
  '/system/crm/sysFunction/deleteFunction',
  '/system/crm/sysFunction/move',
  '/veh/crm/bluetoothSetup/history',
  '/ps/crm/link/check',
  // Tags are everybody's who may see the page; their users are scoped, and tried in users/user-tags.test.ts.
  '/user/crm/userTag/addUsers',
  '/user/crm/userTag/removeUsers',
  '/user/crm/userTag/trend',
  '/user/crm/userTag/structure',
  // Coupons are everybody's who may see the page; who has them is scoped, and tried in prizes/coupon-grants.test.ts.
  '/act/crm/raffleActivity/simulate',
  '/act/crm/raffleActivity/data',
  '/act/crm/raffleActivity/changes',
  '/act/crm/raffleActivity/receipts',
  '/act/crm/raffleActivity/proof',
  '/act/crm/raffleActivity/checkTarget',
  '/act/crm/coupon/grant',
  '/act/crm/coupon/grantPreview',
  '/act/crm/coupon/importCodes',
  '/act/crm/coupon/statistics',
  // What anybody scans: it leads to the promotion's page, and tells nothing of it.
  '/p/:promoCode',
  // What the app shows, to whoever has its address.
  '/app/article/:id',
  // What anybody opens who was sent it: it leads to the app, and tells nothing of whoever shared it.
  '/s/:shareCode',
  '/msg/crm/serviceTemplate/history',
  '/msg/crm/alarmTemplate/history',
  '/msg/crm/activityMessage/estimate',
  '/msg/crm/activityMessage/statistics',
  '/msg/crm/activityMessage/recipients',
  '/msg/crm/activityMessage/exportRecipients',
  '/msg/crm/activityMessage/test',
  '/msg/crm/systemMessage/estimate',
  '/msg/crm/systemMessage/statistics',
  '/ps/crm/advertisement/statistics',
  '/ps/crm/faq/votes',
  '/ps/crm/articleType/move',
  // Articles are everybody's who may see the page.
  '/ps/crm/article/revisions',
  '/ps/crm/article/statistics',
  '/ps/crm/article/uses',
  // Manuals are everybody's who may see the page.
  '/ps/crm/instruction/pages',
  '/ps/crm/instruction/search',
  '/ps/crm/instruction/replaces',
  '/ps/crm/instruction/download',
  // Another user's upload is tried in ota/app-versions.test.ts.
  '/ps/crm/version/parsePackage',
  '/ps/crm/functionalFeature/matrix',
  '/ps/crm/functionalFeature/exportMatrix',
  // Reminders are everybody's who may see the page; the vehicles of their lists are scoped, and tried in messages/reminder-runs.test.ts.
  '/msg/crm/serviceMessage/dryRun',
  '/msg/crm/serviceMessage/estimate',
  '/msg/crm/serviceMessage/statistics',
  '/msg/crm/serviceMessage/runs',
  '/msg/crm/serviceMessage/recipients',
  // Firmware is nobody's vehicle. Its address for vehicles is signed.
  '/ps/crm/otaFirmware/download',
  '/ps/crm/otaFirmware/installedBase',
  '/ps/crm/otaFirmware/results',
  '/ps/crm/otaFirmwareOld/download',
  '/device/v1/ota/package/:token',
  // Tasks are everybody's who may see the page; their vehicles are scoped, and tried in ota/task-control.test.ts.
  '/ps/crm/otaTask/monitor',
  '/ps/crm/otaTask/emergencyScope',
  // A notice in one's own inbox: of others, none is found.
  '/msg/crm/systemMessage/read',
  '/msg/crm/systemMessage/popupShown',
  // Themes are everybody's who may see the page.
  '/ps/crm/appTheme/statistics',
  // One's own: those of others are tried in statistics/subscription-rights.test.ts.
  '/stat/crm/subscription/send',
  '/stat/crm/subscription/deliveries',
];

import type { PoolClient } from 'pg';
import type { Secrets } from '../../config.ts';
import { countAllActiveDays } from '../../modules/trips/service.ts';
import { makeAds } from './marketing/ads.ts';
import { makeAlarms } from './alarms/alarms.ts';
import { distancesOf } from './trips/distances.ts';
import { makeAppDevices } from './users/app-devices.ts';
import { makeArticleReaders } from './content/article-readers.ts';
import { makeArticles } from './content/articles.ts';
import { makeArticleTypes } from './content/article-types.ts';
import { makeBleLog } from './bluetooth/ble-log.ts';
import { makeBluetooth } from './bluetooth/bluetooth.ts';
import { makeCampaigns } from './messages/campaigns.ts';
import { makeChanges } from './changes/changes.ts';
import { makeCommands } from './control/commands.ts';
import { makeRaffles } from './events/raffles.ts';
import { makeShares } from './events/shares.ts';
import { makeWishes } from './events/wishes.ts';
import { makeAppLogs } from './feedback/app-logs.ts';
import { makeAppVersions } from './ota/app-versions.ts';
import { makeConsents } from './users/consents.ts';
import { copyRows, type CopyRow } from './copy.ts';
import { makeDealerAccounts } from './dealers/dealer-accounts.ts';
import { makeDiagnostics } from './fleet/diagnostics.ts';
import { makeEquipment } from './vehicles/equipment.ts';
import { makeFaqs } from './content/faqs.ts';
import { makeHolidays } from './content/holidays.ts';
import { makeFeatures } from './content/features.ts';
import { makeFeedback } from './feedback/feedback.ts';
import { makeFirmware } from './ota/firmware.ts';
import { makeFunctions } from './content/functions.ts';
import { makeIntroductions } from './content/introductions.ts';
import { makeIosReviews } from './content/ios-reviews.ts';
import { makeManuals } from './content/manuals.ts';
import { makeNotices, type NoticeOptions } from './messages/notices.ts';
import { makeDownloadLink, makePromotions } from './marketing/promotions.ts';
import { makeCoupons } from './prizes/coupons.ts';
import { makeReminders } from './messages/reminders.ts';
import { makeBoxOrders } from './orders/boxes.ts';
import { makeOrders } from './orders/orders.ts';
import { makeOtaTasks } from './ota/ota-tasks.ts';
import { makeOtaTasksOld } from './ota/ota-tasks-old.ts';
import { makeOtaEquipment } from './ota/ota-equipment.ts';
import { makePhones } from './users/phones.ts';
import { makePrizes } from './prizes/prizes.ts';
import { makeSubscriptions } from './statistics/subscriptions.ts';
import type { StoredPictures } from './pictures.ts';
import { batteryRows, sampleRows, statusRows, stayRows } from './vehicles/rows-batteries.ts';
import { bindingLogRows, bindingRows, dealerRows, qaRows, userRows, type PeopleOptions } from './rows-people.ts';
import { ecuRows, imageRows, modelRows, seriesRows, vehicleRows } from './vehicles/rows-vehicles.ts';
import { mileageRows } from './trips/rows-mileage.ts';
import { staffRows } from './dealers/rows-staff.ts';
import { makeSims } from './sim/sims.ts';
import { makeServiceAccounts } from './service/service-accounts.ts';
import type { StoredSounds } from './vehicles/sounds.ts';
import { linkRows } from './content/links.ts';
import { makeRepairs } from './repairs/repairs.ts';
import { makeReplacements } from './repairs/replacements.ts';
import { makeSupportTypes } from './content/support-types.ts';
import { makeTemplates } from './templates/templates.ts';
import { makeTheft } from './theft/theft.ts';
import { makeThemes } from './content/themes.ts';
import { makeTraces } from './trips/traces.ts';
import { makeUnbindings } from './binding/unbindings.ts';
import { makeUserTags } from './users/user-tags.ts';
import { makeVideos, type VideoOptions } from './content/videos.ts';
import type { World } from './world.ts';

/** What the parts of the demo are made with. */
export interface DemoOptions extends PeopleOptions, NoticeOptions, VideoOptions {
  readonly secrets: Secrets;
  readonly pictures: StoredPictures;
  readonly sounds: StoredSounds;
  /** Of all demo accounts. */
  readonly passwordHash: string;
  /** Who works on records, and who judges a colleague's requests. */
  readonly service: string | null;
  readonly second: string | null;
}

/**
 * A part of the demo, loaded once. An installation that has the fleet but not a later part loads it at its next start. `world` is made
 * again for the moment when the fleet was made, with the ids of its records.
 */
export interface DemoPart {
  /** Never changes: installations remember it. */
  readonly name: string;
  readonly load: (client: PoolClient, world: World, options: DemoOptions) => Promise<void>;
}

async function makePartitions(client: PoolClient, samples: readonly CopyRow[]): Promise<void> {
  const days = new Set(samples.map(({ ts }) => (ts instanceof Date ? ts.toISOString().slice(0, 10) : '')));
  for (const each of [...days].sort()) await client.query('select veh_telemetry_partition($1::date)', [each]);
}

/** Everything that the other parts are about. */
async function loadFleet(client: PoolClient, world: World, options: DemoOptions): Promise<void> {
  const { pictures, admin, service } = options;
  await copyRows(client, 'veh_series', seriesRows(world, pictures, admin));
  await copyRows(client, 'veh_type', modelRows(world, pictures, admin));
  await copyRows(client, 'veh_image', imageRows(world, pictures, admin));
  await copyRows(client, 'dlr_dealer', dealerRows(world, options));
  await copyRows(client, 'dlr_staff', staffRows(world, options));
  await copyRows(client, 'usr_app_user', userRows(world, options));
  await copyRows(client, 'veh_vehicle', vehicleRows(world, admin));
  await copyRows(client, 'veh_ecu', ecuRows(world));
  await copyRows(client, 'veh_battery', batteryRows(world, admin));
  await copyRows(client, 'veh_battery_binding', stayRows(world, service));
  await copyRows(client, 'veh_binding', bindingRows(world));
  await copyRows(client, 'veh_binding_log', bindingLogRows(world, service));
  await copyRows(client, 'veh_vehicle_status', statusRows(world));
  const mileage = mileageRows(world, distancesOf(world));
  await copyRows(client, 'veh_mileage_day', mileage.days);
  await copyRows(client, 'veh_trip', mileage.trips);
  await countAllActiveDays(client);
  const samples = sampleRows(world);
  await makePartitions(client, samples);
  await copyRows(client, 'veh_telemetry', samples);
  await copyRows(client, 'sys_qa', qaRows(world, admin));
}

/** In the order of their loading: a part needs only what stands before it. */
export const demoParts: readonly [DemoPart, ...DemoPart[]] = [
  { name: 'fleet', load: loadFleet },
  {
    name: 'accounts',
    load: async (client, world, options) => {
      await makeDealerAccounts(client, world, options, options.passwordHash);
      await makeTraces(client, world, options.secrets);
    },
  },
  { name: 'commands', load: (client, world, { service }) => makeCommands(client, world, service) },
  { name: 'equipment', load: makeEquipment },
  { name: 'diagnostics', load: (client, world) => makeDiagnostics(client, world) },
  { name: 'alarms', load: (client, world) => makeAlarms(client, world) },
  { name: 'theft', load: makeTheft },
  { name: 'unbinding', load: makeUnbindings },
  { name: 'changes', load: makeChanges },
  { name: 'notices', load: makeNotices },
  { name: 'videos', load: makeVideos },
  { name: 'bluetooth', load: makeBluetooth },
  { name: 'links', load: (client, world, { admin }) => copyRows(client, 'ps_link', linkRows(world, admin)) },
  { name: 'functions', load: makeFunctions },
  { name: 'iosReviews', load: (client, world, { admin }) => makeIosReviews(client, world, admin) },
  { name: 'userTags', load: makeUserTags },
  { name: 'campaigns', load: makeCampaigns },
  { name: 'feedback', load: makeFeedback },
  {
    name: 'promotions',
    load: async (client, world, options) => {
      await makeDownloadLink(client);
      await makePromotions(client, world, options);
    },
  },
  { name: 'ads', load: makeAds },
  { name: 'features', load: (client, world, { admin }) => makeFeatures(client, world, admin) },
  { name: 'templates', load: (client, world, { admin }) => makeTemplates(client, world, admin) },
  { name: 'serviceAccounts', load: makeServiceAccounts },
  { name: 'appLogs', load: makeAppLogs },
  { name: 'reminders', load: makeReminders },
  { name: 'repairs', load: makeRepairs },
  { name: 'appDevices', load: (client) => makeAppDevices(client) },
  { name: 'consents', load: (client) => makeConsents(client) },
  { name: 'replacements', load: (client, _world, { service }) => makeReplacements(client, service) },
  { name: 'faqs', load: (client, world, { admin }) => makeFaqs(client, world, admin) },
  { name: 'bleLog', load: makeBleLog },
  { name: 'phones', load: makePhones },
  { name: 'appVersions', load: makeAppVersions },
  { name: 'sims', load: (client, world, { admin }) => makeSims(client, world, admin) },
  { name: 'firmware', load: makeFirmware },
  { name: 'otaTasks', load: makeOtaTasks },
  { name: 'otaTasksOld', load: makeOtaTasksOld },
  { name: 'otaEquipment', load: makeOtaEquipment },
  { name: 'themes', load: makeThemes },
  { name: 'articleTypes', load: makeArticleTypes },
  { name: 'articles', load: makeArticles },
  { name: 'articleReaders', load: makeArticleReaders },
  { name: 'supportTypes', load: makeSupportTypes },
  { name: 'introductions', load: makeIntroductions },
  { name: 'manuals', load: makeManuals },
  { name: 'holidays', load: makeHolidays },
  { name: 'prizes', load: makePrizes },
  { name: 'coupons', load: makeCoupons },
  { name: 'wishes', load: makeWishes },
  { name: 'shares', load: makeShares },
  { name: 'raffles', load: makeRaffles },
  { name: 'orders', load: makeOrders },
  { name: 'boxOrders', load: makeBoxOrders },
  { name: 'subscriptions', load: makeSubscriptions },
];

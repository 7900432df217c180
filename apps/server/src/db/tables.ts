import type { EntityDef } from '@wheelhouse/entities/define';
import type { entities } from '@wheelhouse/entities/registry';
import type { ColumnType, Generated } from 'kysely';

type Instant = ColumnType<Date, Date | string, Date | string>;
/** An instant that the database fills in. */
type DefaultInstant = ColumnType<Date, Date | string | undefined, Date | string>;
type Nullable<Value, Required> = Required extends true ? Value : Value | null;

/** Value of a stored field in the database, by kind. */
type DbValue<F> = F extends { readonly kind: infer K }
  ? K extends 'instant'
    ? Instant
    : K extends 'int' | 'decimal' | 'flag'
      ? number
      : K extends 'dict'
        ? number | string
        : K extends 'dictMany' | 'images' | 'files' | 'tags' | 'refMany'
          ? string[]
          : K extends 'json' | 'rows'
            ? ColumnType<unknown, string, string>
            : string
  : never;

type StoredNames<Fields> = {
  [K in keyof Fields]: Fields[K] extends { readonly kind: 'lookup' | 'joined' | 'count' | 'computed' | 'private' }
    ? never
    : Fields[K] extends { readonly inverse: string } | { readonly hooked: true }
      ? never
      : K;
}[keyof Fields];
type PrivateNames<Fields> = {
  [K in keyof Fields]: Fields[K] extends { readonly kind: 'private' } ? K : never;
}[keyof Fields] &
  string;

interface Common {
  id: Generated<string>;
  rev: Generated<number>;
  createBy: string | null;
  createTime: DefaultInstant;
  updateBy: string | null;
  updateTime: DefaultInstant;
  deleted: Generated<boolean>;
}

/** Columns of an entity's table as the query builder sees them. */
export type DbTable<E> =
  E extends EntityDef<infer Fields>
    ? Common & {
        [K in StoredNames<Fields>]: Nullable<
          DbValue<Fields[K]>,
          Fields[K] extends { readonly required: true } ? true : false
        >;
      } & {
        [K in PrivateNames<Fields> as `${K}Enc` | `${K}Hash`]: Buffer | null;
      } & { [K in PrivateNames<Fields> as `${K}Mask`]: string | null }
    : never;

interface AreaTable {
  id: string;
  name: string;
  nameEn: string;
  levelType: number;
  jianPin: string;
  cityCode: string;
  parentId: string | null;
  lng: number;
  lat: number;
}

interface OperationLogTable {
  id: Generated<string>;
  userId: string | null;
  username: string | null;
  route: string | null;
  functionCode: string | null;
  method: string | null;
  path: string | null;
  action: string;
  entity: string | null;
  entityId: string | null;
  before: unknown;
  after: unknown;
  ip: string | null;
  userAgent: string | null;
  resultCode: number;
  costMs: number | null;
  requestId: string | null;
  time: DefaultInstant;
}

/** Tables of the entities and of the engine. A module with tables of its own adds them by `db.withTables<…>()`. */
export interface Database {
  sys_area: AreaTable;
  sys_operation_log: OperationLogTable;
  sys_organization: DbTable<typeof entities.organization>;
  sys_user: DbTable<typeof entities.sysUser>;
  sys_role: DbTable<typeof entities.sysRole>;
  sys_qa: DbTable<typeof entities.consoleQa>;
  stat_exploration: DbTable<typeof entities.exploration>;
  stat_subscription: DbTable<typeof entities.reportSubscription>;
  sys_saved_view: DbTable<typeof entities.savedView>;
  sys_dashboard_layout: DbTable<typeof entities.dashboardLayout>;
  sys_item_code: DbTable<typeof entities.itemCode>;
  veh_series: DbTable<typeof entities.vehicleSeries>;
  veh_type: DbTable<typeof entities.vehicleType>;
  veh_image: DbTable<typeof entities.vehicleImage>;
  veh_vehicle: DbTable<typeof entities.vehicle>;
  veh_vehicle_status: Omit<DbTable<typeof entities.vehicleStatus>, keyof Common>;
  veh_ecu: DbTable<typeof entities.ecu>;
  veh_battery: DbTable<typeof entities.battery>;
  veh_battery_binding: DbTable<typeof entities.batteryBinding>;
  veh_battery_pending: DbTable<typeof entities.batteryPending>;
  veh_sound_effect: DbTable<typeof entities.soundEffect>;
  veh_virtual_vin: DbTable<typeof entities.virtualVin>;
  veh_vehicle_xp: DbTable<typeof entities.vehicleXp>;
  veh_xp_sync_log: DbTable<typeof entities.xpSyncLog>;
  veh_binding: DbTable<typeof entities.vehicleBinding>;
  veh_binding_log: DbTable<typeof entities.bindingLog>;
  veh_stolen_case: DbTable<typeof entities.stolenCase>;
  veh_stolen_note: DbTable<typeof entities.stolenNote>;
  veh_unbind_application: DbTable<typeof entities.unbindApplication>;
  msg_activity: DbTable<typeof entities.activityMessage>;
  msg_system: DbTable<typeof entities.systemMessage>;
  msg_service: DbTable<typeof entities.serviceMessage>;
  veh_control_command: DbTable<typeof entities.vehicleControlLog>;
  veh_debug_command: DbTable<typeof entities.debugCommand>;
  veh_debug_record: DbTable<typeof entities.debugRecord>;
  sim_card: DbTable<typeof entities.simCard>;
  sim_operation: DbTable<typeof entities.simOperation>;
  dlr_dealer: DbTable<typeof entities.dealer>;
  usr_consent: DbTable<typeof entities.appUserConsent>;
  usr_device: DbTable<typeof entities.appUserDevice> & { deviceHash: Buffer };
  usr_app_user: DbTable<typeof entities.appUser> & { tokenVersion: Generated<number> };
  cnt_article: DbTable<typeof entities.article>;
  cnt_article_comment: DbTable<typeof entities.articleComment>;
  cnt_faq: DbTable<typeof entities.faq>;
  cnt_support_type: DbTable<typeof entities.supportType>;
  ota_app_version: DbTable<typeof entities.appVersion>;
  ota_firmware: DbTable<typeof entities.firmware>;
  ps_video: DbTable<typeof entities.guideVideo>;
  ps_function_classification: DbTable<typeof entities.functionClassification>;
  ps_function_introduce: DbTable<typeof entities.functionIntroduce>;
  ps_functional_feature: DbTable<typeof entities.functionalFeature>;
  ps_ios_review: DbTable<typeof entities.iosReview>;
  ps_advertisement: DbTable<typeof entities.advertisement>;
  ps_link: DbTable<typeof entities.appLink>;
  cs_repair_order: DbTable<typeof entities.repairOrder>;
  cs_repair_part: DbTable<typeof entities.repairPart>;
  cs_feedback: DbTable<typeof entities.feedback>;
  ps_promotion: DbTable<typeof entities.promotion>;
  act_coupon: DbTable<typeof entities.coupon>;
  act_user_coupon: DbTable<typeof entities.userCoupon>;
  usr_app_log: DbTable<typeof entities.appLogRecord>;
  act_prize: DbTable<typeof entities.prize>;
  ord_order: DbTable<typeof entities.goodsOrder>;
  ord_settlement: DbTable<typeof entities.settlement>;
  ord_theme_revenue: DbTable<typeof entities.themeRevenue>;
  act_winning_record: DbTable<typeof entities.winningRecord>;
  cs_service_account: DbTable<typeof entities.serviceAccount>;
  dlr_staff: DbTable<typeof entities.dealerStaff>;
  veh_trip: DbTable<typeof entities.trip>;
  veh_mileage_day: DbTable<typeof entities.mileageDay>;
  veh_replacement_record: DbTable<typeof entities.replacementRecord>;
  alm_alarm: DbTable<typeof entities.alarm>;
  alm_alarm_log: DbTable<typeof entities.alarmLog>;
  alm_rule: DbTable<typeof entities.alarmRule>;
}

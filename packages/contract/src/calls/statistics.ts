import type { AreaCount, Summary, TodoItem, Trend } from '../dashboard.ts';
import type { Page } from '../envelope.ts';
import type { ExploreAnswer, ExploreFamily, StatAnswer, StatTable } from '../statistics.ts';
import type { Call, Form, MadeFile, Nothing, Paging } from './kit.ts';

/** What maps are drawn from. */
export interface MapConfig {
  readonly amapKey?: string;
  /** Raster tiles, `https://host/{z}/{x}/{y}.png`. */
  readonly tilesUrl?: string;
  /** Number under which maps of the installation were reviewed (审图号), as it is to stand below them. */
  readonly reviewNumber?: string;
  readonly center?: readonly [lng: number, lat: number];
  /** For tiles; the bundled map has little to show at such a zoom. */
  readonly zoom?: number;
}

export interface ModelShare {
  /** Null: all other models. */
  readonly vehicleTypeId: string | null;
  readonly vehicleTypeName: string | null;
  readonly vehicleTypeNameEn: string | null;
  readonly count: number;
  readonly rate: number;
}

/** Batteries by state of health. */
export interface HealthBand {
  readonly band: string;
  readonly sohGe: number;
  readonly sohLe: number;
  readonly count: number;
}

export interface CityCount {
  readonly cityId: string;
  readonly cityName: string;
  readonly cityNameEn: string;
  readonly count: number;
  readonly online: number;
}

export interface LatestAlarm {
  readonly id: string;
  readonly alarmType: string;
  readonly level: number;
  readonly vin: string;
  readonly lastTime: string;
  readonly handleStatus: number;
}

export interface AlarmTypeCount {
  readonly alarmType: string;
  readonly count: number;
  readonly vehicles: number;
}

/** Rows of the named views that the console shows. */
export interface ViewRows {
  V_MODEL_SHARE: ModelShare;
  V_BATTERY_SOH_BAND: HealthBand;
  V_VEHICLE_ONLINE_CITY: CityCount;
  V_LATEST_ALARM: LatestAlarm;
  V_ALARM_TOP10_7D: AlarmTypeCount;
}

interface ViewInput {
  readonly extend?: { readonly view?: { readonly code?: string } };
  readonly 'extend.view.code'?: string;
  readonly query?: (Paging & { readonly where?: Form | null }) | null;
}

type Grouped =
  | 'report/vehicleNewsReasons'
  | 'alarm/dist'
  | 'fault/rank'
  | 'repair/dist'
  | 'activation/dist'
  | 'traffic/dist'
  | 'owner/structure';
type Named = 'alarm' | 'fault' | 'repair' | 'activation' | 'traffic' | 'owner';
/** Reports by day, week or month; each call has the name of its report. */
export type ReportName = 'vehicleOwner' | 'vehicle' | 'battery' | 'serviceMaintenance' | 'vehicleNews';

/** Cards of a statistic. */
export type StatSummaryPath = `/stat/crm/${Named}/summary`;
/** Its curves by days. */
export type StatTrendPath = `/stat/crm/${Exclude<Named, 'owner'>}/trend` | `/stat/crm/report/${ReportName}Trend`;
/** Its groups, by what `by` says. */
export type StatGroupPath = `/stat/crm/${Grouped}`;
/** Its tables of pages. */
export type StatTablePath =
  | '/stat/crm/alarm/handler'
  | '/stat/crm/fault/table'
  | '/stat/crm/repair/dealer'
  | '/stat/crm/activation/funnel'
  | '/stat/crm/activation/dealer'
  | '/stat/crm/traffic/top'
  | `/stat/crm/report/${ReportName}`;
export type StatExportPath = `/stat/crm/${Named | 'report'}/export`;

/** `date.ge`, `date.le`, `granularity` and the filters of the page, as conditions of a list are. */
export interface StatInput {
  readonly query?: Form;
}
export interface StatGroupInput extends StatInput {
  readonly by: string;
  readonly topN?: number;
}
export interface StatTableInput extends StatInput, Paging {
  readonly topN?: number;
}
export interface StatExportInput extends StatInput {
  /** Name of a report, whose exports share a call. */
  readonly report?: string;
}

/** Measures of one statistic by dimensions (`day` first), filters as on its page. */
export interface ExploreInput extends StatInput {
  readonly statistic: string;
  readonly measures: readonly string[];
  readonly by?: readonly string[];
}

/** A report that was sent to one receiver, is to be sent, or was not. */
export interface ReportDeliveryRow {
  readonly id: string;
  readonly dueTime: string;
  readonly sentTime: string | null;
  /** Next attempt, of one that waits. */
  readonly nextTime: string | null;
  /** The receiver asked for it at once. */
  readonly asked: 0 | 1;
  /** D:ReportDelivery */
  readonly state: number;
  /** Why it was not sent: `closed`, `right`, `address`, `owner`, `off`, `filters`, `late`, `mailbox`. */
  readonly reason: string | null;
  /** What the mail server answered, as a code. */
  readonly detail: string | null;
  readonly attempts: number;
  readonly userName: string | null;
}

/** The dashboard, named views, statistics and reports. */
export interface StatisticsCalls
  extends
    Record<`POST ${StatSummaryPath | StatTrendPath}`, Call<StatInput, StatAnswer>>,
    Record<`POST ${StatGroupPath}`, Call<StatGroupInput, StatAnswer>>,
    Record<`POST ${StatTablePath}`, Call<StatTableInput, StatTable>>,
    Record<`POST ${StatExportPath}`, Call<StatExportInput, MadeFile>> {
  /** Builds days of the tables of statistics again; all tables unless some are named. */
  'POST /stat/crm/rebuild': Call<
    { readonly from: string; readonly to: string; readonly tables?: readonly string[] },
    { readonly days: number; readonly rows: number }
  >;
  /** Sends a report to the caller alone; one a minute. */
  'POST /stat/crm/subscription/send': Call<{ readonly id: string }, { readonly queued: number }>;
  'POST /stat/crm/subscription/deliveries': Call<Paging & { readonly id: string }, Page<ReportDeliveryRow>>;
  /** What the user may ask freely: of the statistics that they may see. */
  'POST /stat/crm/explore/fields': Call<Nothing, readonly ExploreFamily[]>;
  'POST /stat/crm/explore/query': Call<ExploreInput, ExploreAnswer>;
  'POST /stat/crm/dashboard/summary': Call<Nothing, Summary>;
  'POST /stat/crm/dashboard/trend': Call<{ readonly days?: number }, Trend>;
  'POST /stat/crm/dashboard/map': Call<{ readonly level?: 1 | 2; readonly parentId?: string }, readonly AreaCount[]>;
  'POST /stat/crm/dashboard/todo': Call<Nothing, readonly TodoItem[]>;
  'GET /system/crm/config/map': Call<Nothing, MapConfig>;
  /** The view decides what its rows are. */
  'POST /query/queryview': Call<ViewInput, Page<ViewRows[keyof ViewRows]>>;
}

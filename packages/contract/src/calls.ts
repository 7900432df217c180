import type { AccountCalls } from './calls/account.ts';
import type { AlarmCalls } from './calls/alarms.ts';
import type { AppLogCalls } from './calls/app-logs.ts';
import type { BluetoothCalls } from './calls/bluetooth.ts';
import type { ContentCalls } from './calls/content.ts';
import type { AppUserCalls } from './calls/app-users.ts';
import type { ControlCalls, DebugCalls, DeviceCalls } from './calls/control.ts';
import type { LogCalls } from './calls/logs.ts';
import type { MessageCalls } from './calls/messages.ts';
import type { OtaCalls } from './calls/ota.ts';
import type { OtaTaskCalls } from './calls/ota-task.ts';
import type { OtaEquipmentCalls } from './calls/ota-equipment.ts';
import type { FileCalls, NoticeCalls, ReferenceCalls, SearchCalls, StatisticsCalls } from './calls/platform.ts';
import type { PromotionCalls } from './calls/promotions.ts';
import type { ReminderCalls } from './calls/reminders.ts';
import type { RepairCalls } from './calls/repairs.ts';
import type { RightsCalls } from './calls/rights.ts';
import type { SapCalls } from './calls/sap.ts';
import type { ServiceAccountCalls } from './calls/service-accounts.ts';
import type { SettingsCalls } from './calls/settings.ts';
import type { SimCalls } from './calls/sim.ts';
import type { SupportCalls } from './calls/support.ts';
import type { TheftCalls, TripCalls, UnbindCalls } from './calls/trips.ts';
import type { BatteryCalls, BindingCalls, FleetCalls, MediaCalls, VirtualCalls, XpCalls } from './calls/vehicles.ts';
import type { ViewCalls } from './calls/views.ts';

/**
 * Own calls of the product by method and path: what a caller sends and what it is answered, once for server and console. Types only.
 * Calls that answer rows of an entity are typed beside the definitions, in `entities/calls.ts`.
 */
export interface Calls
  extends
    AccountCalls,
    RightsCalls,
    LogCalls,
    AlarmCalls,
    FileCalls,
    NoticeCalls,
    MessageCalls,
    ReminderCalls,
    SearchCalls,
    ReferenceCalls,
    StatisticsCalls,
    ViewCalls,
    SupportCalls,
    AppUserCalls,
    OtaCalls,
    OtaTaskCalls,
    OtaEquipmentCalls,
    PromotionCalls,
    ServiceAccountCalls,
    AppLogCalls,
    BluetoothCalls,
    RepairCalls,
    ContentCalls,
    FleetCalls,
    BindingCalls,
    BatteryCalls,
    VirtualCalls,
    MediaCalls,
    SapCalls,
    XpCalls,
    ControlCalls,
    DebugCalls,
    DeviceCalls,
    TripCalls,
    TheftCalls,
    UnbindCalls,
    SettingsCalls,
    SimCalls {}

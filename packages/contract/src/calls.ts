import type { AccountCalls } from './calls/access/account.ts';
import type { LogCalls } from './calls/access/logs.ts';
import type { WorkCalls } from './calls/access/work.ts';
import type { RightsCalls } from './calls/access/rights.ts';
import type { AlarmCalls } from './calls/alarms.ts';
import type { BindingCalls } from './calls/binding.ts';
import type { BluetoothCalls } from './calls/bluetooth.ts';
import type { ChangesCalls } from './calls/changes.ts';
import type { ContentCalls } from './calls/content/content.ts';
import type { PublicationsCalls } from './calls/content/publications.ts';
import type { ControlCalls } from './calls/control.ts';
import type { DealersCalls } from './calls/dealers.ts';
import type { ShareCalls } from './calls/events/shares.ts';
import type { RaffleCalls } from './calls/events/raffles.ts';
import type { WishCalls } from './calls/events/wishes.ts';
import type { FeedbackCalls } from './calls/feedback.ts';
import type { FilesCalls } from './calls/files.ts';
import type { FleetCalls } from './calls/fleet.ts';
import type { MarketingCalls } from './calls/marketing.ts';
import type { MessagesCalls } from './calls/messages/messages.ts';
import type { RemindersCalls } from './calls/messages/reminders.ts';
import type { BoxCalls } from './calls/orders/boxes.ts';
import type { OrdersCalls } from './calls/orders/orders.ts';
import type { LedgerCalls } from './calls/orders/ledger.ts';
import type { TrailCalls } from './calls/orders/trail.ts';
import type { RevenueCalls } from './calls/orders/revenue.ts';
import type { SettlementCalls } from './calls/orders/settlement.ts';
import type { OtaTasksCalls } from './calls/ota/tasks.ts';
import type { OtaCalls } from './calls/ota/versions.ts';
import type { ExpressCalls } from './calls/prizes/express.ts';
import type { WinningCalls } from './calls/prizes/winnings.ts';
import type { TemplatesCalls } from './calls/templates.ts';
import type { CouponCalls } from './calls/prizes/coupons.ts';
import type { ProofCalls } from './calls/proof.ts';
import type { ReferenceCalls } from './calls/reference.ts';
import type { RepairsCalls } from './calls/repairs.ts';
import type { SapCalls } from './calls/sap.ts';
import type { SearchCalls } from './calls/search.ts';
import type { ServiceCalls } from './calls/service.ts';
import type { SimCalls } from './calls/sim.ts';
import type { StatisticsCalls } from './calls/statistics.ts';
import type { TheftCalls } from './calls/theft.ts';
import type { TripsCalls } from './calls/trips.ts';
import type { UsersCalls } from './calls/users.ts';
import type { VehiclesCalls } from './calls/vehicles.ts';

/**
 * Own calls of the product by method and path: what a caller sends and what it is answered, once for server and console. Types only.
 * Calls that answer rows of an entity are typed beside the definitions, in `entities/calls.ts`.
 */
export interface Calls
  extends
    AccountCalls,
    LogCalls,
    WorkCalls,
    RightsCalls,
    AlarmCalls,
    BindingCalls,
    BluetoothCalls,
    ChangesCalls,
    ContentCalls,
    PublicationsCalls,
    ControlCalls,
    DealersCalls,
    ShareCalls,
    RaffleCalls,
    WishCalls,
    FeedbackCalls,
    FilesCalls,
    FleetCalls,
    MarketingCalls,
    MessagesCalls,
    RemindersCalls,
    BoxCalls,
    OrdersCalls,
    LedgerCalls,
    TrailCalls,
    RevenueCalls,
    SettlementCalls,
    OtaCalls,
    OtaTasksCalls,
    ExpressCalls,
    WinningCalls,
    TemplatesCalls,
    CouponCalls,
    ProofCalls,
    ReferenceCalls,
    RepairsCalls,
    SapCalls,
    SearchCalls,
    ServiceCalls,
    SimCalls,
    StatisticsCalls,
    TheftCalls,
    TripsCalls,
    UsersCalls,
    VehiclesCalls {}

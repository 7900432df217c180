import { codes } from '@wheelhouse/entities/codes';
import { storageOf } from '../adapters/storage/index.ts';
import { registerReview } from '../entity/approval/rules.ts';
import { entityCalls } from '../entity/calls.ts';
import { registerHooks } from '../entity/hooks.ts';
import { registerModel } from '../entity/models.ts';
import { onSettings, onTroubleCodes, onUplink } from '../gateway/service.ts';
import type { Call } from '../http/call.ts';
import { actionBody, form, listQuery } from '../http/kit.ts';
import type { AppBase, Provided } from '../http/context.ts';
import { registerTopic } from '../http/live-stream.ts';
import { registerOpenWork } from './access/service.ts';
import { Sessions } from './access/sessions.ts';
import { registerRepairOrders } from './alarms/service.ts';
import { registerChange } from './changes/service.ts';
import { filesOf } from './files/issue.ts';
import { modules } from './list.ts';
import type { ServerModule } from './module.ts';
import { registerProofs } from '../proof/list.ts';
import { registerWorks } from '../work/list.ts';
import { orderCargo } from './orders/service.ts';
import { registerCargo } from './prizes/express/service.ts';
import { cancelledWinnings, winningCargo } from './prizes/service.ts';
import { raffleChanges } from './events/raffles/service.ts';
import { dictionaryChanges } from './reference/service.ts';
import { ordersOfAlarms } from './repairs/service.ts';
import { openFeedbackOf } from './feedback/service.ts';
import { mobileChanges } from './users/service.ts';
import { forcedUnbinding } from './vehicles/vehicle/service.ts';

export { startWorker } from './worker.ts';

const entriesOf = <Key extends string, Value>(record: { readonly [K in Key]?: Value } = {}) =>
  Object.entries(record) as [Key, Value][];

/** Makes what a module states known to the engine, the gateway and the live stream. */
function put({ hooks, reviews, models, topics, uplinks, troubleCodes, deviceKeys, works, proofs }: ServerModule): void {
  for (const [entity, own] of entriesOf(hooks)) registerHooks(entity, own);
  for (const [entity, rules] of entriesOf(reviews)) registerReview(entity, rules);
  for (const [name, call] of entriesOf(models)) registerModel(name, call);
  for (const [prefix, kind] of entriesOf(topics)) registerTopic(prefix, kind);
  for (const [kind, handler] of entriesOf(uplinks)) onUplink(kind, handler);
  if (troubleCodes) onTroubleCodes(troubleCodes);
  if (deviceKeys) onSettings(deviceKeys);
  registerWorks(works ?? []);
  registerProofs(proofs ?? []);
}

for (const module of modules) put(module);
// Alarms know nothing of the module whose orders they make.
registerRepairOrders(ordersOfAlarms);
// Accounts know nothing of what is assigned to them. Repair orders are assigned to staff of dealers, who have no accounts.
registerOpenWork(openFeedbackOf);
// Requests know nothing of what is done when they are approved.
registerChange(codes.ChangeKind.dictionary, dictionaryChanges);
registerChange(codes.ChangeKind.mobile, mobileChanges);
registerChange(codes.ChangeKind.unbind, forcedUnbinding);
registerChange(codes.ChangeKind.winning, cancelledWinnings);
registerChange(codes.ChangeKind.raffle, raffleChanges);
// Parcels know nothing of what is in them.
for (const cargo of [winningCargo, orderCargo]) registerCargo(cargo);

/** Calls that modules define. One of them takes the place of an entity's standard call at the same path. */
const ownCalls = modules.flatMap(({ calls: own = [] }) => own);
const ownPaths = new Set(ownCalls.map((call) => call.path));
const standardCalls = new Map(entityCalls().map((call) => [call.path, call]));

/** Bodies that say nothing of what is in them: there the definition is documented. */
const openBodies: ReadonlySet<unknown> = new Set([form, actionBody, listQuery]);
const documentedAsStandard = (own: Call): Call => {
  const standard = openBodies.has(own.body) ? standardCalls.get(own.path) : undefined;
  return standard?.documented === undefined ? own : { ...own, documented: standard.documented };
};

/** Every call of the product. */
export const calls: readonly Call[] = [
  ...ownCalls.map(documentedAsStandard),
  ...[...standardCalls.values()].filter((call) => !ownPaths.has(call.path)),
];
const paths: ReadonlySet<string> = new Set(calls.map((call) => call.path));

/** What the modules add to an App: who is calling and what they may do, files, and the calls there are. */
export function provide(app: AppBase): Provided {
  // A storage that this release does not have ends the start.
  storageOf(app.config);
  return { sessions: new Sessions(app), files: filesOf(app), paths };
}

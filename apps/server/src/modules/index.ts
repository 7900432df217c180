import { storageOf } from '../adapters/storage/index.ts';
import { entityCalls } from '../entity/calls.ts';
import { setFileSigner } from '../entity/files.ts';
import { setFileIssuer } from '../entity/issue.ts';
import type { Call } from '../http/call.ts';
import type { AppBase, SessionService } from '../http/context.ts';
import { accessCalls } from './access/calls.ts';
import { setKnownPaths } from './access/menu.ts';
import { Sessions } from './access/sessions.ts';
import { alarmCalls } from './alarms/calls.ts';
import { registerAlarmHooks } from './alarms/hooks.ts';
import { fileCalls } from './files/calls.ts';
import { issueFile, signedUrl } from './files/issue.ts';
import { messageCalls } from './messages/notice-calls.ts';
import { referenceCalls } from './reference/calls.ts';
import { searchCalls } from './search/calls.ts';
import { registerPersonalHooks } from './search/personal.ts';
import { supportCalls } from './support/calls.ts';
import { deletionAppCalls } from './support/deletion.ts';
import { registerSupportHooks } from './support/hooks.ts';
import { bindingAppCalls } from './vehicles/binding/app-calls.ts';
import { setBleSecrets } from './vehicles/binding/device-config.ts';
import { vehicleCalls } from './vehicles/vehicle/calls.ts';
import { controlCalls } from './vehicles/control/calls.ts';
import { debugCalls } from './vehicles/control/debug/calls.ts';
import { outsideControlCalls } from './vehicles/control/outside-calls.ts';
import { registerControl } from './vehicles/control/register.ts';
import { registerVehicleHooks } from './vehicles/vehicle/hooks.ts';
import { statisticsCalls } from './statistics/calls.ts';
import { deviceCalls } from './vehicles/device/report.ts';
import { vehicleLiveCalls } from './vehicles/live.ts';
import { theftAppCalls } from './vehicles/theft/app-calls.ts';
import { theftCalls } from './vehicles/theft/calls.ts';
import { registerTheftHooks } from './vehicles/theft/hooks.ts';
import { tripCalls } from './vehicles/trips/calls.ts';
import { registerTripHooks } from './vehicles/trips/hooks.ts';
import { unbindAppCalls } from './vehicles/unbind/app-calls.ts';
import { unbindCalls } from './vehicles/unbind/calls.ts';
import { registerUnbindHooks } from './vehicles/unbind/hooks.ts';

export { startWorker } from './worker.ts';

registerVehicleHooks();
registerControl();
registerTheftHooks();
registerUnbindHooks();
registerTripHooks();
registerSupportHooks();
registerPersonalHooks();
registerAlarmHooks();

/** Calls that modules define. One of them takes the place of an entity's standard call at the same path. */
const ownCalls: readonly Call[] = [
  ...accessCalls,
  ...referenceCalls,
  ...fileCalls,
  ...alarmCalls,
  ...vehicleCalls,
  ...vehicleLiveCalls,
  ...theftCalls,
  ...theftAppCalls,
  ...unbindCalls,
  ...unbindAppCalls,
  ...bindingAppCalls,
  ...tripCalls,
  ...controlCalls,
  ...debugCalls,
  ...outsideControlCalls,
  ...supportCalls,
  ...deletionAppCalls,
  ...statisticsCalls,
  ...searchCalls,
  ...messageCalls,
  ...deviceCalls,
];
const ownPaths = new Set(ownCalls.map((call) => call.path));

/** Every call of the product. */
export const calls: readonly Call[] = [...ownCalls, ...entityCalls().filter((call) => !ownPaths.has(call.path))];
setKnownPaths(calls.map((call) => call.path));

/** Who is calling and what he may do. Also readies what the engine needs of the modules. */
export function createSessions(app: AppBase): SessionService {
  storageOf(app.config);
  setFileSigner((fileId) => signedUrl(app, fileId));
  setFileIssuer(issueFile);
  setBleSecrets(app.secrets);
  return new Sessions(app);
}

import { storageOf } from '../adapters/storage/index.ts';
import { entityCalls } from '../entity/calls.ts';
import { setFileSigner } from '../entity/files.ts';
import { setFileIssuer } from '../entity/issue.ts';
import type { Call } from '../http/call.ts';
import type { AppBase, SessionService } from '../http/context.ts';
import { accessCalls } from './access/calls.ts';
import { setKnownPaths } from './access/menu.ts';
import { Sessions } from './access/sessions.ts';
import { fileCalls } from './files/calls.ts';
import { issueFile, signedUrl } from './files/service.ts';
import { referenceCalls } from './reference/calls.ts';
import { searchCalls } from './search/calls.ts';
import { registerPersonalHooks } from './search/personal.ts';
import { supportCalls } from './support/calls.ts';
import { registerSupportHooks } from './support/hooks.ts';
import { vehicleCalls } from './vehicles/calls.ts';
import { registerVehicleHooks } from './vehicles/hooks.ts';
import { statisticsCalls } from './statistics/calls.ts';
import { vehicleLiveCalls } from './vehicles/live.ts';

export { startWorker } from './worker.ts';

registerVehicleHooks();
registerSupportHooks();
registerPersonalHooks();

/** Calls that modules define. One of them takes the place of an entity's standard call at the same path. */
const ownCalls: readonly Call[] = [
  ...accessCalls,
  ...referenceCalls,
  ...fileCalls,
  ...vehicleCalls,
  ...vehicleLiveCalls,
  ...supportCalls,
  ...statisticsCalls,
  ...searchCalls,
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
  return new Sessions(app);
}

import type { ServerModule } from './module.ts';
import { accessModule } from './access/module.ts';
import { alarmModule } from './alarms/module.ts';
import { changeModule } from './changes/module.ts';
import { contentModule } from './content/module.ts';
import { fileModule } from './files/module.ts';
import { messageModule } from './messages/module.ts';
import { otaModule } from './ota/module.ts';
import { promotionModule } from './promotions/module.ts';
import { referenceModule } from './reference/module.ts';
import { repairModule } from './repairs/module.ts';
import { searchModule } from './search/module.ts';
import { settingsModule } from './settings/module.ts';
import { simModule } from './sim/module.ts';
import { templateModule } from './templates/module.ts';
import { statisticsModule } from './statistics/module.ts';
import { supportModule } from './support/module.ts';
import { batteryModule } from './vehicles/batteries/module.ts';
import { bindingModule } from './vehicles/binding/module.ts';
import { controlModule } from './vehicles/control/module.ts';
import { deviceModule } from './vehicles/device/module.ts';
import { equipmentModule } from './vehicles/equipment/module.ts';
import { fleetModule } from './vehicles/fleet/module.ts';
import { imageModule } from './vehicles/images/module.ts';
import { partModule } from './vehicles/parts/module.ts';
import { sapModule } from './vehicles/sap/module.ts';
import { soundModule } from './vehicles/sounds/module.ts';
import { statusModule } from './vehicles/status/module.ts';
import { theftModule } from './vehicles/theft/module.ts';
import { tripModule } from './vehicles/trips/module.ts';
import { unbindModule } from './vehicles/unbind/module.ts';
import { vehicleModule } from './vehicles/vehicle/module.ts';
import { virtualModule } from './vehicles/virtual/module.ts';
import { xpModule } from './vehicles/xp/module.ts';

/** Every module of the server. A new one is added here. */
export const modules: readonly ServerModule[] = [
  accessModule,
  alarmModule,
  changeModule,
  contentModule,
  fileModule,
  messageModule,
  otaModule,
  promotionModule,
  referenceModule,
  repairModule,
  searchModule,
  settingsModule,
  simModule,
  statisticsModule,
  supportModule,
  templateModule,
  batteryModule,
  bindingModule,
  controlModule,
  deviceModule,
  equipmentModule,
  fleetModule,
  imageModule,
  partModule,
  sapModule,
  soundModule,
  statusModule,
  theftModule,
  tripModule,
  unbindModule,
  vehicleModule,
  virtualModule,
  xpModule,
];

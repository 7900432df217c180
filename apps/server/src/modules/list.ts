import type { ServerModule } from './module.ts';
import { accessModule } from './access/module.ts';
import { alarmModule } from './alarms/module.ts';
import { bindingModule } from './binding/module.ts';
import { unbindModule } from './binding/unbind/module.ts';
import { bluetoothModule } from './bluetooth/module.ts';
import { changeModule } from './changes/module.ts';
import { contentModule } from './content/module.ts';
import { controlModule } from './control/module.ts';
import { dealerModule } from './dealers/module.ts';
import { shareModule } from './events/shares/module.ts';
import { drawModule } from './events/draws/module.ts';
import { raffleModule } from './events/raffles/module.ts';
import { wishModule } from './events/wishes/module.ts';
import { feedbackModule } from './feedback/module.ts';
import { fileModule } from './files/module.ts';
import { fleetModule } from './fleet/map/module.ts';
import { statusModule } from './fleet/status/module.ts';
import { adModule } from './marketing/ads/module.ts';
import { promotionModule } from './marketing/promotions/module.ts';
import { messageModule } from './messages/module.ts';
import { ledgerModule } from './orders/ledger/module.ts';
import { equipmentModule } from './ota/equipment/module.ts';
import { otaModule } from './ota/module.ts';
import { expressModule } from './prizes/express/module.ts';
import { ordersModule } from './orders/module.ts';
import { prizeModule } from './prizes/module.ts';
import { couponModule } from './prizes/coupons/module.ts';
import { proofModule } from './proof/module.ts';
import { referenceModule } from './reference/module.ts';
import { repairModule } from './repairs/module.ts';
import { replacementModule } from './repairs/replacements/module.ts';
import { sapModule } from './sap/module.ts';
import { searchModule } from './search/module.ts';
import { serviceModule } from './service/module.ts';
import { simModule } from './sim/module.ts';
import { statisticsModule } from './statistics/module.ts';
import { templateModule } from './templates/module.ts';
import { theftModule } from './theft/module.ts';
import { tripModule } from './trips/module.ts';
import { userModule } from './users/module.ts';
import { batteryModule } from './vehicles/batteries/module.ts';
import { deviceModule } from './vehicles/device/module.ts';
import { imageModule } from './vehicles/images/module.ts';
import { soundModule } from './vehicles/sounds/module.ts';
import { vehicleModule } from './vehicles/vehicle/module.ts';
import { virtualModule } from './vehicles/virtual/module.ts';
import { xpModule } from './vehicles/xp/module.ts';

/** Every module of the server. A new one is added here. */
export const modules: readonly ServerModule[] = [
  accessModule,
  alarmModule,
  bindingModule,
  unbindModule,
  bluetoothModule,
  changeModule,
  contentModule,
  controlModule,
  dealerModule,
  shareModule,
  drawModule,
  raffleModule,
  wishModule,
  feedbackModule,
  fileModule,
  fleetModule,
  statusModule,
  adModule,
  promotionModule,
  messageModule,
  ledgerModule,
  equipmentModule,
  otaModule,
  ordersModule,
  prizeModule,
  expressModule,
  couponModule,
  proofModule,
  referenceModule,
  repairModule,
  replacementModule,
  sapModule,
  searchModule,
  serviceModule,
  simModule,
  statisticsModule,
  templateModule,
  theftModule,
  tripModule,
  userModule,
  batteryModule,
  deviceModule,
  imageModule,
  soundModule,
  vehicleModule,
  virtualModule,
  xpModule,
];

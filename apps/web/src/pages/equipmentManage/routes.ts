import { formPage, listPage } from '../../entity-ui/pages/loaders.ts';
import type { PageMap } from '../../routing/pages.ts';

/** Pages of vehicles and equipment. */
export const equipmentPages = {
  vehicleSeries: listPage,
  vehicleModelManage: () => import('./VehicleModels.tsx'),
  vehicleModelAdd: formPage,
  vehicleModelEdit: formPage,
  vehicleModelDetail: () => import('./VehicleModelDetail.tsx'),
  vehicleModelView: () => import('./VehicleModelView.tsx'),
  vehicleManage: () => import('./VehicleManage.tsx'),
  vehicleManageDetail: () => import('./VehicleDetail.tsx'),
  ecuDetail: () => import('./EcuDetail.tsx'),
  batteryManage: () => import('./BatteryManage.tsx'),
  batteryDetail: () => import('./BatteryDetail.tsx'),
  historytrace: () => import('./HistoryTrace.tsx'),
  historytraceDetail: () => import('./TraceReplay.tsx'),
  mileage: () => import('./Mileage.tsx'),
  batteryHistory: () => import('./BatteryHistory.tsx'),
  remoteControl: () => import('./RemoteControl.tsx'),
  stolenMonitorManage: () => import('./StolenMonitor.tsx'),
  stolenVehicleDetail: () => import('./StolenVehicleDetail.tsx'),
  unbindManage: () => import('./UnbindManage.tsx'),
  unbindManageDetail: () => import('./UnbindDetail.tsx'),
  SAPvehicleSearch: () => import('./SapVehicles.tsx'),
  soundEffect: () => import('./SoundEffect.tsx'),
  vehicleRemoteDebugging: () => import('./VehicleRemoteDebugging.tsx'),
  vehicleImage: () => import('./VehicleImage.tsx'),
} satisfies PageMap;

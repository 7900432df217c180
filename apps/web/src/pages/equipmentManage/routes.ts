import type { PageMap } from '../../routing/pages.ts';

/** Pages of vehicles and equipment. */
export const equipmentPages = {
  vehicleModelView: () => import('./VehicleModelView.tsx'),
  historytrace: () => import('./HistoryTrace.tsx'),
  historytraceDetail: () => import('./TraceReplay.tsx'),
  mileage: () => import('./Mileage.tsx'),
  remoteControl: () => import('./RemoteControl.tsx'),
  stolenVehicleDetail: () => import('./StolenVehicleDetail.tsx'),
  unbindManageDetail: () => import('./UnbindDetail.tsx'),
  SAPvehicleSearch: () => import('./SapVehicles.tsx'),
  vehicleRemoteDebugging: () => import('./VehicleRemoteDebugging.tsx'),
} satisfies PageMap;

import { detailPage, formPage, listPage } from '../../entity-ui/pages/loaders.ts';
import type { PageMap } from '../registry.ts';

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
  ecuDetail: detailPage,
  batteryManage: () => import('./BatteryManage.tsx'),
  batteryDetail: () => import('./BatteryDetail.tsx'),
  batteryHistory: listPage,
  vehicleImage: () => import('./VehicleImage.tsx'),
} satisfies PageMap;

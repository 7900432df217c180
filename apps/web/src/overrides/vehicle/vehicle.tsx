import { EnvironmentOutlined } from '@ant-design/icons';
import { lazy } from 'react';
import { defineOverride } from '../define.ts';
import { OnlineCell, ReportCell, SocCell } from './cells.tsx';

const ColorInput = lazy(() => import('./ColorInput.tsx'));
const FleetView = lazy(() => import('./FleetView.tsx'));

/** Vehicles: live values at a glance, and the list as a map. */
export const vehicleOverride = defineOverride('vehicle', {
  cell: { soc: SocCell, online: OnlineCell, lastReportTime: ReportCell },
  input: { color: ColorInput },
  views: [{ key: 'map', label: { zh: '地图', en: 'Map' }, icon: <EnvironmentOutlined />, component: FleetView }],
});

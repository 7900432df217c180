import { EnvironmentOutlined, NodeIndexOutlined } from '@ant-design/icons';
import type { ListRowOf } from '@wheelhouse/entities/rows';

import { textOf } from '../../../entity-ui/model.ts';
import { defineOverride, type RecordPage } from '../../../entity-ui/override.ts';
import { controlLinks } from './control-links.tsx';
import { OnlineCell, ReportCell, SocCell } from '../../fleet/cells.tsx';
import { traceHref } from '../../fleet/trace-href.ts';
import { part } from '../../../ui/part.tsx';

const ColorInput = part(() => import('./ColorInput.tsx'));
const FleetView = part(() => import('./FleetView.tsx'));

/** To the trips of the last week. */
const traceLink = (row: ListRowOf<'vehicle'>): RecordPage => ({
  label: { zh: '轨迹', en: 'Trace' },
  icon: <NodeIndexOutlined />,
  code: 'vehicleManage.trace',
  href: traceHref(textOf(row.id)),
});

/** Vehicles: live values at a glance, and the list as a map. */
export const vehicleOverride = defineOverride('vehicle', {
  cell: { soc: SocCell, online: OnlineCell, lastReportTime: ReportCell },
  input: { color: ColorInput },
  links: (row) => [...controlLinks(row), traceLink(row)],
  views: [{ key: 'map', label: { zh: '地图', en: 'Map' }, icon: <EnvironmentOutlined />, component: FleetView }],
});

export { vehicleOverride as default };

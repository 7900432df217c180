import { EnvironmentOutlined } from '@ant-design/icons';

import { defineOverride } from '../../../overrides/define.ts';
import { ReportCell, SocCell } from '../../../overrides/vehicle/cells.tsx';
import { theftTexts } from './texts.ts';
import { part } from '../../../lib/part.tsx';

const CasesMap = part(() => import('./CasesMap.tsx'));

/** Stolen cases: live values at a glance, and the list as a map. */
export const stolenCaseOverride = defineOverride('stolenCase', {
  cell: { soc: SocCell, lastReportTime: ReportCell },
  views: [{ key: 'map', label: theftTexts.map, icon: <EnvironmentOutlined />, component: CasesMap }],
});

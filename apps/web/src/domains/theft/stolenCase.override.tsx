import { EnvironmentOutlined } from '@ant-design/icons';

import { defineOverride } from '../../entity-ui/override.ts';
import { ReportCell, SocCell } from '../fleet/cells.tsx';
import { theftTexts } from './texts.ts';
import { part } from '../../ui/part.tsx';

const CasesMap = part(() => import('./CasesMap.tsx'));

/** Stolen cases: live values at a glance, and the list as a map. */
export const stolenCaseOverride = defineOverride('stolenCase', {
  cell: { soc: SocCell, lastReportTime: ReportCell },
  views: [{ key: 'map', label: theftTexts.map, icon: <EnvironmentOutlined />, component: CasesMap }],
});

export { stolenCaseOverride as default };

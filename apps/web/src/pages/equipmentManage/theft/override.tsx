import { EnvironmentOutlined } from '@ant-design/icons';
import { lazy } from 'react';
import { defineOverride } from '../../../overrides/define.ts';
import { ReportCell, SocCell } from '../../../overrides/vehicle/cells.tsx';
import { theftTexts } from './texts.ts';

const CasesMap = lazy(() => import('./CasesMap.tsx'));

/** Stolen cases: live values at a glance, and the list as a map. */
export const stolenCaseOverride = defineOverride('stolenCase', {
  cell: { soc: SocCell, lastReportTime: ReportCell },
  views: [{ key: 'map', label: theftTexts.map, icon: <EnvironmentOutlined />, component: CasesMap }],
});

import { CopyOutlined, ExperimentOutlined, LineChartOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { ListRowOf } from '@wheelhouse/entities/rows';
import { audienceCells } from '../../../blocks/audience.tsx';
import { textOf } from '../../../entity-ui/model.ts';
import { type CellPropsOf, defineOverride, type RecordPage } from '../../../entity-ui/override.ts';
import { common } from '../../../i18n/common.ts';
import { hrefOf } from '../../../routing/page.ts';
import { BudgetBar } from './BudgetBar.tsx';
import { texts } from './texts.ts';

/** What is spent, and how much of the limit that is. */
const BudgetCell = ({ row }: CellPropsOf<'raffleActivity'>): ReactNode => (
  <BudgetBar used={row.budgetUsedFen} limit={row.budgetLimitFen} />
);

const links = (row: ListRowOf<'raffleActivity'>): readonly RecordPage[] => {
  const id = textOf(row.id);
  return [
    {
      label: texts.simulate,
      icon: <ExperimentOutlined />,
      href: hrefOf('AReventManageDetail', { id, simulate: '1' }),
      code: 'AReventManage.simulate',
    },
    {
      label: texts.data,
      icon: <LineChartOutlined />,
      href: hrefOf('AReventManageDetail', { id, tab: 'data' }),
      code: 'AReventManage.data',
    },
    {
      label: common.copy,
      icon: <CopyOutlined />,
      href: hrefOf('AReventManageAdd', { copy: id }),
      code: ['AReventManage.copy', 'AReventManage.add'],
    },
  ];
};

/** Events: what they have spent, and the ways to their data, a simulation and a copy. */
export const raffleOverride = defineOverride('raffleActivity', {
  cell: { budgetUsedFen: BudgetCell, ...audienceCells },
  links,
});

export { raffleOverride as default };

import { listOf } from '@wheelhouse/contract/object';
import { ArrowRightOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { ListRowOf } from '@wheelhouse/entities/rows';
import { textOf } from '../../../entity-ui/model.ts';
import { type CellPropsOf, defineOverride, type RecordPage } from '../../../entity-ui/override.ts';
import { common } from '../../../i18n/common.ts';
import { hrefOf } from '../../../routing/page.ts';
import { formatNumber, none } from '../../../ui/format.ts';
import { EmergencyScope } from './monitor/EmergencyScope.tsx';
import { ProgressBar } from './Progress.tsx';
import { useOtaTexts } from './texts.ts';
import './ota.css';

/** Shares of the task's vehicles, and how many are done. */
export function ProgressCell({ row, place }: CellPropsOf<'otaTask'> | CellPropsOf<'otaTaskOld'>): ReactNode {
  const texts = useOtaTexts();
  const counts = {
    target: row.targetCount ?? 0,
    succeeded: row.successCount ?? 0,
    failed: row.failedCount ?? 0,
    running: row.runningCount ?? 0,
    notStarted: row.notStartedCount ?? 0,
  };
  if (counts.target === 0) return <span className="wh-faint">{none}</span>;
  const done = counts.target - counts.running - counts.notStarted;
  if (place === 'detail') return <span className="wh-num">{formatNumber(counts.target)}</span>;
  return (
    <span className="ot-progress">
      <ProgressBar counts={counts} />
      <small className="wh-num">
        {texts('ofTarget', { done: formatNumber(done), target: formatNumber(counts.target) })}
      </small>
    </span>
  );
}

/** From which versions to which one. */
function VersionsCell({ row, place }: CellPropsOf<'otaTask'>): ReactNode {
  const texts = useOtaTexts();
  const from = listOf(row.fromVersions);
  return (
    <span className="wh-num">
      {place === 'detail' ? null : (
        <>
          <span className="wh-faint">{from.length === 0 ? texts('anyVersion') : from.join(', ')}</span>
          <ArrowRightOutlined className="ot-arrow" aria-label={texts('to')} />
        </>
      )}
      {textOf(row.targetVersion)}
    </span>
  );
}

const links = (row: ListRowOf<'otaTask'>): readonly RecordPage[] => [
  { label: common.copy, href: hrefOf('otaTaskAdd', { copy: textOf(row.id) }), code: 'taskList.add' },
];

/** The list of tasks: how far each one is. */
export const otaTaskOverride = defineOverride('otaTask', {
  cell: { targetVersion: VersionsCell, targetCount: ProgressCell },
  links,
  asks: { emergencyStop: EmergencyScope },
});

export { otaTaskOverride as default };

import type { ReactNode } from 'react';
import type { CellProps } from '../../../entity-ui/cells/types.ts';
import { useDialogs } from '../../../entity-ui/dialogs.tsx';
import { textOf } from '../../../entity-ui/model.ts';
import { defineOverride } from '../../../entity-ui/override.ts';
import { useBatteryTexts } from './texts.ts';
import { dialogPart } from '../../../ui/part.tsx';

const SnapshotDrawer = dialogPart(() => import('./SnapshotDrawer.tsx'));

/** The battery's number opens what it measured there. */
function SnapshotsCell({ row, value }: CellProps): ReactNode {
  const texts = useBatteryTexts();
  const dialogs = useDialogs();
  const name = textOf(value);
  return (
    <button
      type="button"
      className="wh-link-button wh-num"
      aria-label={texts('openSnapshots', { name })}
      title={texts('snapshots')}
      onClick={() => void dialogs.open((close) => <SnapshotDrawer row={row} onClose={() => close(null)} />)}
    >
      {name}
    </button>
  );
}

export const batteryHistoryOverride = defineOverride('batteryBinding', { cell: { batterySn: SnapshotsCell } });

export { batteryHistoryOverride as default };

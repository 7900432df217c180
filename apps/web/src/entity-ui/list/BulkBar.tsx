import type { ReactNode } from 'react';
import { usePick } from '../../i18n/lang.ts';
import type { RecordActions } from '../actions/useRecordActions.tsx';
import { useEntityTexts } from '../texts.ts';
import { mostAtOnce, SelectAll, type SelectAllProps } from './SelectAll.tsx';
import type { Selection } from './useSelection.ts';
import { Button } from '../../ui/Button.tsx';

export interface BulkBarProps {
  readonly selection: Selection;
  readonly actions: RecordActions;
  /** The list the rows are chosen from. */
  readonly list: SelectAllProps;
}

/** What can be done with the chosen rows, on whatever page they are. */
export function BulkBar({ selection, actions, list }: BulkBarProps): ReactNode {
  const texts = useEntityTexts();
  const pick = usePick();
  const { rows } = selection;
  if (rows.length === 0) return null;
  const tooMany = rows.length > mostAtOnce ? texts('tooMany', { n: mostAtOnce }) : undefined;
  const offered = actions.offered('bulk').map((action) => {
    const possible = rows.filter((row) => action.offered(row) && actions.reason(action, row) === undefined);
    const blocked =
      rows[0] === undefined
        ? undefined
        : rows.map((row) => actions.reason(action, row)).find((reason) => reason !== undefined);
    return { action, reason: tooMany ?? (possible.length === 0 ? (blocked ?? texts('notForThese')) : undefined) };
  });
  return (
    <div className="eu-bulk" role="toolbar" aria-label={texts('selected', { n: rows.length })}>
      <strong className="wh-num" aria-live="polite">
        {texts('selected', { n: rows.length })}
      </strong>
      <button type="button" className="wh-link-button" onClick={selection.clear}>
        {texts('clearSelection')}
      </button>
      <SelectAll {...list} selection={selection} />
      <span className="eu-bulk-actions">
        {offered.map(({ action, reason }) => (
          <Button
            key={action.key}
            size="small"
            danger={action.danger}
            disabled={reason !== undefined}
            title={reason}
            onClick={() => void actions.run(action, rows).then((done) => done && selection.clear())}
          >
            {pick(action.label)}
          </Button>
        ))}
      </span>
    </div>
  );
}

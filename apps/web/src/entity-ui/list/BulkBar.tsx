import type { ReactNode } from 'react';
import { usePick } from '../../i18n/lang.ts';
import type { DeedHandle } from '../actions/useDeeds.tsx';
import { useWords } from '../texts.ts';
import { mostAtOnce, SelectAll, type SelectAllProps } from './SelectAll.tsx';
import type { Selection } from './useSelection.ts';
import { Button } from '../../ui/Button.tsx';

export interface BulkBarProps {
  readonly selection: Selection;
  readonly deeds: DeedHandle;
  /** The list the rows are chosen from. */
  readonly list: SelectAllProps;
}

/** What can be done with the chosen rows, on whatever page they are. */
export function BulkBar({ selection, deeds, list }: BulkBarProps): ReactNode {
  const words = useWords();
  const pick = usePick();
  const { rows } = selection;
  if (rows.length === 0) return null;
  const tooMany = rows.length > mostAtOnce ? words('tooMany', { n: mostAtOnce }) : undefined;
  const offered = deeds.offered('bulk').map((deed) => {
    const possible = rows.filter((row) => deed.offered(row) && deeds.reason(deed, row) === undefined);
    const blocked =
      rows[0] === undefined
        ? undefined
        : rows.map((row) => deeds.reason(deed, row)).find((reason) => reason !== undefined);
    return { deed, reason: tooMany ?? (possible.length === 0 ? (blocked ?? words('notForThese')) : undefined) };
  });
  return (
    <div className="eu-bulk" role="toolbar" aria-label={words('selected', { n: rows.length })}>
      <strong className="wh-num" aria-live="polite">
        {words('selected', { n: rows.length })}
      </strong>
      <button type="button" className="eu-link-button" onClick={selection.clear}>
        {words('clearSelection')}
      </button>
      <SelectAll {...list} selection={selection} />
      <span className="eu-bulk-actions">
        {offered.map(({ deed, reason }) => (
          <Button
            key={deed.key}
            size="small"
            danger={deed.danger}
            disabled={reason !== undefined}
            title={reason}
            onClick={() => void deeds.run(deed, rows).then((done) => done && selection.clear())}
          >
            {pick(deed.label)}
          </Button>
        ))}
      </span>
    </div>
  );
}

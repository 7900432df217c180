import { useState, type ReactNode } from 'react';
import type { EntityDef, Named } from '@wheelhouse/entities';
import type { RowFor } from '@wheelhouse/entities/rows';
import { isApiError, missingCode } from '../api/errors.ts';
import { useCall } from '../api/query.ts';
import { useT } from '../i18n/common.ts';
import { EmptyState, LoadingState, PendingState } from '../ui/States.tsx';
import { callPath, type EntityRow } from './model.ts';

export interface RecordState<Shown = EntityRow> {
  readonly row: Shown | undefined;
  /** What to show while there is no row: loading, missing, or the error with a retry. */
  readonly instead: ReactNode;
  readonly reload: () => void;
  /** The answer shown is being asked for anew. */
  readonly fetching: boolean;
}

/** A record by id, or what to show instead of it. */
export function useRecord<Name extends string>(entity: Named<Name>, id: string | undefined): RecordState<RowFor<Name>>;
export function useRecord(entity: EntityDef, id: string | undefined): RecordState {
  const t = useT();
  const { data, error, isFetching, refetch } = useCall(
    callPath(entity, 'detail'),
    { id: id ?? '' },
    { enabled: id !== undefined, inlineErrors: true },
  );
  const base = { reload: () => void refetch(), fetching: isFetching };
  if (isApiError(error, missingCode) || id === undefined)
    return { ...base, row: undefined, instead: <EmptyState title={t('notFound')} /> };
  if (data !== undefined) return { ...base, row: data, instead: null };
  return { ...base, row: undefined, instead: <PendingState error={error} onRetry={base.reload} /> };
}

/**
 * A record to edit: read afresh (a remembered answer may be stale), and then kept as it was read, so that a later answer
 * does not replace what the user is typing over.
 */
export function useEditedRecord(entity: EntityDef, id: string | undefined): Pick<RecordState, 'row' | 'instead'> {
  const { row, instead, fetching } = useRecord(entity, id);
  const [kept, setKept] = useState<EntityRow>();
  if (row !== undefined && !fetching && kept?.id !== row.id) setKept(row);
  return kept !== undefined && kept.id === id
    ? { row: kept, instead: null }
    : { row: undefined, instead: instead ?? <LoadingState /> };
}

import type { ReactNode } from 'react';
import { isLiveRaffle } from '@wheelhouse/entities/events/raffle-activity';
import type { InputProps } from '../../../entity-ui/inputs/types.ts';
import RowsInput from '../../../entity-ui/rows/RowsInput.tsx';

/** What of a pool may be asked for once it is approved: more prizes, lower odds, another picture. */
const liveColumns: ReadonlySet<string> = new Set(['quantity', 'probability', 'displayImage']);

/** The pool of an event; of one that is approved, its rows stay. */
export function PoolInput(props: InputProps): ReactNode {
  const { field, stored } = props;
  if (field.kind !== 'rows') return null;
  const only = stored !== undefined && isLiveRaffle(stored) ? liveColumns : undefined;
  return <RowsInput {...props} field={field} only={only} />;
}

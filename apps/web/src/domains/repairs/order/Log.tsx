import type { ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/registry';
import { repairLog } from '@wheelhouse/entities/repairs/repair-log';
import type { RecordActions } from '../../../entity-ui/actions/useRecordActions.tsx';
import { textOf, type EntityRow } from '../../../entity-ui/model.ts';
import { RecordLog } from '../../../entity-ui/related/RecordLog.tsx';
import { repairTexts, useRepairTexts } from './texts.ts';

const entity = plain(repairLog);
/** Who did it, where no user is named. */
const actors: Readonly<Record<string, 'owner' | 'dealer' | 'staff'>> = {
  app: 'owner',
  dealer: 'dealer',
  staff: 'staff',
};
const isKnown = (key: string): key is keyof typeof repairTexts => Object.hasOwn(repairTexts, key);

/** What was done and said; lines that the owner reads say so. */
export function Log({ record, actions }: { readonly record: EntityRow; readonly actions: RecordActions }): ReactNode {
  const texts = useRepairTexts();
  const nameOf = (action: string): string => (isKnown(action) ? texts(action) : action);
  return (
    <RecordLog
      entity={entity}
      record={record}
      title={texts('log')}
      adding={{ actions, name: 'note' }}
      entry={({ action, operatorType, visibleToOwner }) => {
        const name = nameOf(textOf(action));
        const isNote = textOf(action) === 'note' && Number(visibleToOwner) === 1;
        const actor = actors[textOf(operatorType)];
        return { title: isNote ? `${name} · ${texts('toOwner')}` : name, ...(actor && { actor: texts(actor) }) };
      }}
    />
  );
}

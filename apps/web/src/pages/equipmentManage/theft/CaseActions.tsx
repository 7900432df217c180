import { EllipsisOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { codeOfCall, type EntityDef } from '@wheelhouse/entities';
import type { RecordAction } from '../../../entity-ui/actions/record-actions.ts';
import type { RecordActions } from '../../../entity-ui/actions/useRecordActions.tsx';
import { useDialogs } from '../../../entity-ui/dialogs.tsx';
import type { EntityRow } from '../../../entity-ui/model.ts';
import { useT } from '../../../i18n/common.ts';
import { usePick } from '../../../i18n/lang.ts';
import { useCan } from '../../../session/session.ts';
import { MenuButton } from '../../../ui/Menu.tsx';
import { dialogPart } from '../../../ui/part.tsx';
import { Button } from '../../../ui/Button.tsx';

const FormDialog = dialogPart(() => import('../../../entity-ui/form/FormDialog.tsx'));

/** Next steps stand in the open; whatever is not next is in the menu with its reason. */
const inMenu: ReadonlySet<string> = new Set([
  'dismiss',
  'giveUp',
  'handOver',
  'rejectLock',
  'close',
  'reject',
  'uphold',
]);

export interface CaseActionsProps {
  readonly entity: EntityDef;
  readonly row: EntityRow;
  readonly actions: RecordActions;
  /** Actions that have their button elsewhere on the page. */
  readonly without?: readonly string[];
}

/** What can be done with a case or application now. */
export function CaseActions({ entity, row, actions, without = [] }: CaseActionsProps): ReactNode {
  const t = useT();
  const pick = usePick();
  const can = useCan();
  const dialogs = useDialogs();
  const offered = actions.offered('detail', row).filter((action) => !without.includes(action.key));
  const possible = (action: RecordAction): boolean => actions.reason(action, row) === undefined;
  const open = offered.filter((action) => possible(action) && !inMenu.has(action.key));
  const folded = offered.filter((action) => !open.includes(action));
  const mayEdit = entity.calls.includes('update') && can(codeOfCall(entity, 'update'));
  return (
    <span className="eu-detail-actions">
      {open.map((action, at) => (
        <Button
          key={action.key}
          type={at === 0 ? 'primary' : 'default'}
          danger={action.danger}
          onClick={() => void actions.run(action, [row])}
        >
          {pick(action.label)}
        </Button>
      ))}
      {mayEdit ? (
        <Button
          onClick={() => void dialogs.open((close) => <FormDialog entity={entity} id={row.id} onClose={close} />)}
        >
          {t('edit')}
        </Button>
      ) : null}
      {folded.length === 0 ? null : (
        <MenuButton
          className="eu-more"
          label={t('more')}
          options={folded.map((action) => ({
            key: action.key,
            label: pick(action.label),
            danger: action.danger,
            disabled: actions.reason(action, row),
          }))}
          onSelect={(key) => {
            const action = folded.find((one) => one.key === key);
            if (action !== undefined) void actions.run(action, [row]);
          }}
        >
          <EllipsisOutlined />
        </MenuButton>
      )}
    </span>
  );
}

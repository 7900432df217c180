import { EllipsisOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { codeOfCall, type EntityDef } from '@wheelhouse/entities';
import type { Deed } from '../../../entity-ui/actions/deeds.ts';
import type { DeedHandle } from '../../../entity-ui/actions/useDeeds.tsx';
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
  readonly deeds: DeedHandle;
  /** Deeds that have their button elsewhere on the page. */
  readonly without?: readonly string[];
}

/** What can be done with a case or application now. */
export function CaseActions({ entity, row, deeds, without = [] }: CaseActionsProps): ReactNode {
  const t = useT();
  const pick = usePick();
  const can = useCan();
  const dialogs = useDialogs();
  const offered = deeds.offered('detail', row).filter((deed) => !without.includes(deed.key));
  const possible = (deed: Deed): boolean => deeds.reason(deed, row) === undefined;
  const open = offered.filter((deed) => possible(deed) && !inMenu.has(deed.key));
  const folded = offered.filter((deed) => !open.includes(deed));
  const mayEdit = entity.calls.includes('update') && can(codeOfCall(entity, 'update'));
  return (
    <span className="eu-detail-actions">
      {open.map((deed, at) => (
        <Button
          key={deed.key}
          type={at === 0 ? 'primary' : 'default'}
          danger={deed.danger}
          onClick={() => void deeds.run(deed, [row])}
        >
          {pick(deed.label)}
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
          options={folded.map((deed) => ({
            key: deed.key,
            label: pick(deed.label),
            danger: deed.danger,
            disabled: deeds.reason(deed, row),
          }))}
          onSelect={(key) => {
            const deed = folded.find((one) => one.key === key);
            if (deed !== undefined) void deeds.run(deed, [row]);
          }}
        >
          <EllipsisOutlined />
        </MenuButton>
      )}
    </span>
  );
}

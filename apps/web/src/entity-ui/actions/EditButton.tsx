import type { ReactNode } from 'react';
import { codeOfCall } from '@wheelhouse/entities';
import { closedTo } from '@wheelhouse/entities/in-use';
import { useT } from '../../i18n/common.ts';
import { routesOf } from '../../routing/entity-routes.ts';
import { queryOf } from '../../routing/page.ts';
import { useCan } from '../../session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { dialogPart } from '../../ui/part.tsx';
import { useDialogs } from '../dialogs.tsx';
import { LinkButton } from '../LinkButton.tsx';
import { hasCall, type EntityRow } from '../model.ts';
import type { EntityUi } from '../override.ts';

const FormDialog = dialogPart(() => import('../form/FormDialog.tsx'));

/** The way to edit a record, for those who may: its page, else a dialog. */
export function EditButton({
  entity,
  override,
  row,
  primary = false,
}: EntityUi & { readonly row: EntityRow; readonly primary?: boolean }): ReactNode {
  const t = useT();
  const can = useCan();
  const dialogs = useDialogs();
  const { edit } = routesOf(entity);
  // Where only some fields may change, editing is not what most people come for.
  const isWhole = closedTo(entity, 'editable', row, '') === undefined;
  const type = primary && isWhole ? 'primary' : 'default';
  if (!hasCall(entity, 'update') || !can(codeOfCall(entity, 'update'))) return null;
  if (closedTo(entity, 'editable', row) !== undefined) return null;
  if (edit !== undefined)
    return (
      <LinkButton type={type} to={edit.path + queryOf({ id: row.id })}>
        {t('edit')}
      </LinkButton>
    );
  return (
    <Button
      type={type}
      onClick={() =>
        void dialogs.open((close) => <FormDialog entity={entity} override={override} id={row.id} onClose={close} />)
      }
    >
      {t('edit')}
    </Button>
  );
}

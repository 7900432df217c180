import type { ReactNode } from 'react';
import { codeOfCall } from '@wheelhouse/entities';
import { useT } from '../../i18n/common.ts';
import { routesOf } from '../../routing/entity-routes.ts';
import { queryOf } from '../../routing/page.ts';
import { useCan } from '../../session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { dialogPart } from '../../ui/part.tsx';
import { useDialogs } from '../dialogs.tsx';
import { LinkButton } from '../LinkButton.tsx';
import { hasCall } from '../model.ts';
import type { EntityUi } from '../override.ts';

const FormDialog = dialogPart(() => import('../form/FormDialog.tsx'));

/** The way to edit a record, for those who may: its page, else a dialog. */
export function EditButton({
  entity,
  override,
  id,
  primary = false,
}: EntityUi & { readonly id: string; readonly primary?: boolean }): ReactNode {
  const t = useT();
  const can = useCan();
  const dialogs = useDialogs();
  const { edit } = routesOf(entity);
  const type = primary ? 'primary' : 'default';
  if (!hasCall(entity, 'update') || !can(codeOfCall(entity, 'update'))) return null;
  if (edit !== undefined)
    return (
      <LinkButton type={type} to={edit.path + queryOf({ id })}>
        {t('edit')}
      </LinkButton>
    );
  return (
    <Button
      type={type}
      onClick={() =>
        void dialogs.open((close) => <FormDialog entity={entity} override={override} id={id} onClose={close} />)
      }
    >
      {t('edit')}
    </Button>
  );
}

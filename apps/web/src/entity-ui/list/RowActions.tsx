import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { codeOfCall } from '@wheelhouse/entities';
import { closedTo } from '@wheelhouse/entities/in-use';
import { useT } from '../../i18n/common.ts';
import type { EntityUi } from '../override.ts';
import { useCan } from '../../session/session.ts';
import { queryOf } from '../../routing/page.ts';
import { ActionBar, type ActionBarProps } from '../actions/ActionBar.tsx';
import { useLinks } from '../actions/useLinks.ts';
import type { RecordActions } from '../actions/useRecordActions.tsx';
import { hasCall, type EntityRow } from '../model.ts';
import { useTitleOf } from '../title.ts';
import { useDetailHref, type EntityRoutes } from '../../routing/entity-routes.ts';
import { useEntityTexts } from '../texts.ts';

export interface RowActionsProps extends EntityUi {
  readonly row: EntityRow;
  readonly routes: EntityRoutes;
  readonly actions: RecordActions;
  /** Read only. */
  readonly readOnly?: boolean;
  /** Opens the edit dialog, where there is no edit page. */
  readonly onEdit?: (row: EntityRow) => void;
  /** Opens what there is to see of the record, where there is no detail page. */
  readonly onShow?: (row: EntityRow) => void;
  /** Number of next steps shown beside the menu. */
  readonly open?: number;
  readonly extras?: ActionBarProps['extras'];
}

/** Actions of one row: view, edit, and the rest in a menu; an action that is not possible shows why. */
export function RowActions({
  entity,
  override,
  row,
  routes,
  actions,
  onEdit,
  onShow,
  readOnly = false,
  open = 0,
  extras = [],
}: RowActionsProps): ReactNode {
  const titleOf = useTitleOf();
  const t = useT();
  const texts = useEntityTexts();
  const can = useCan();
  const detail = useDetailHref()(entity.name, row.id);
  const mayEdit =
    !readOnly &&
    hasCall(entity, 'update') &&
    can(codeOfCall(entity, 'update')) &&
    closedTo(entity, 'editable', row) === undefined;
  const links = useLinks({ override }, row);
  return (
    <ActionBar
      place="row"
      row={row}
      actions={readOnly ? undefined : actions}
      open={open}
      menuLabel={texts('rowActions', { name: titleOf(entity, row) })}
      extras={[...links, ...extras]}
    >
      {detail === undefined ? (
        routes.detail === undefined && hasCall(entity, 'detail') && onShow !== undefined ? (
          <button type="button" className="wh-link-button" onClick={() => onShow(row)}>
            {t('detail')}
          </button>
        ) : null
      ) : (
        <Link to={detail}>{t('detail')}</Link>
      )}
      {!mayEdit ? null : routes.edit === undefined ? (
        onEdit === undefined ? null : (
          <button type="button" className="wh-link-button" onClick={() => onEdit(row)}>
            {t('edit')}
          </button>
        )
      ) : (
        <Link to={routes.edit.path + queryOf({ id: row.id })}>{t('edit')}</Link>
      )}
    </ActionBar>
  );
}

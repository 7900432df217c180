import { MoreOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { codeOfCall } from '@wheelhouse/entities';
import { useT } from '../../i18n/common.ts';
import { usePick } from '../../i18n/lang.ts';
import type { EntityUi } from '../override.ts';
import { useCan } from '../../session/session.ts';
import { queryOf } from '../../routing/page.ts';
import { MenuButton } from '../../ui/Menu.tsx';
import type { RecordActions } from '../actions/useRecordActions.tsx';
import { hasCall, titleOf, type EntityRow } from '../model.ts';
import { useDetailHref, type EntityRoutes } from '../../routing/entity-routes.ts';
import { useEntityTexts } from '../texts.ts';

export interface RowActionsProps extends EntityUi {
  readonly row: EntityRow;
  readonly routes: EntityRoutes;
  readonly actions: RecordActions;
  /** Only ways to look. */
  readonly readOnly?: boolean;
  /** Opens the edit dialog, where there is no edit page. */
  readonly onEdit: (row: EntityRow) => void;
  /** Opens what there is to see of the record, where there is no detail page. */
  readonly onShow: (row: EntityRow) => void;
}

/** What can be done with one row: look, edit, and the rest in a menu; what is not possible now says why. */
export function RowActions({
  entity,
  override,
  row,
  routes,
  actions,
  onEdit,
  onShow,
  readOnly = false,
}: RowActionsProps): ReactNode {
  const t = useT();
  const texts = useEntityTexts();
  const pick = usePick();
  const can = useCan();
  const navigate = useNavigate();
  const detail = useDetailHref()(entity.name, row.id);
  const mayEdit = !readOnly && hasCall(entity, 'update') && can(codeOfCall(entity, 'update'));
  const links = (override?.links?.(row) ?? []).filter((link) => can(link.code));
  const offered = readOnly ? [] : actions.offered('row', row);
  const options = [
    ...links.map((link) => ({ key: link.href, label: pick(link.label), icon: link.icon })),
    ...offered.map((action) => ({
      key: action.key,
      label: pick(action.label),
      danger: action.danger,
      disabled: actions.reason(action, row),
    })),
  ];
  const choose = (key: string): void => {
    const action = offered.find((one) => one.key === key);
    if (action === undefined) void navigate(key);
    else void actions.run(action, [row]);
  };
  return (
    <span className="eu-row-actions">
      {detail === undefined ? (
        routes.detail === undefined && hasCall(entity, 'detail') ? (
          <button type="button" className="eu-link-button" onClick={() => onShow(row)}>
            {t('detail')}
          </button>
        ) : null
      ) : (
        <Link to={detail}>{t('detail')}</Link>
      )}
      {!mayEdit ? null : routes.edit === undefined ? (
        <button type="button" className="eu-link-button" onClick={() => onEdit(row)}>
          {t('edit')}
        </button>
      ) : (
        <Link to={routes.edit.path + queryOf({ id: row.id })}>{t('edit')}</Link>
      )}
      {options.length === 0 ? null : (
        <MenuButton
          className="wh-icon-button"
          label={texts('rowActions', { name: titleOf(entity, row) })}
          options={options}
          onSelect={choose}
        >
          <MoreOutlined />
        </MenuButton>
      )}
    </span>
  );
}

import { MoreOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { RecordActions } from '../../entity-ui/actions/useRecordActions.tsx';
import { textOf, type EntityRow } from '../../entity-ui/model.ts';
import { useT } from '../../i18n/common.ts';
import { usePick } from '../../i18n/lang.ts';
import { useCan } from '../../session/session.ts';
import { hrefOf } from '../../routing/page.ts';
import { MenuButton } from '../../ui/Menu.tsx';
import { useAlarmTexts } from './texts.ts';
import { useAlarmExtras } from './useAlarmExtras.tsx';

/** The next step in the open, the rest in a menu; what is not possible now is left out. */
export function AlarmRowActions({
  row,
  actions,
  repairOrders,
}: {
  readonly row: EntityRow;
  readonly actions: RecordActions;
  readonly repairOrders: boolean;
}): ReactNode {
  const t = useT();
  const texts = useAlarmTexts();
  const pick = usePick();
  const can = useCan();
  const extras = useAlarmExtras(repairOrders)(row);
  const possible = actions.offered('row', row).filter((action) => actions.reason(action, row) === undefined);
  const isFresh = Number(row['handleStatus']) === 0;
  const next = possible.find((action) => action.key === (isFresh ? 'claim' : 'handle'));
  const rest = possible.filter((action) => action !== next);
  const options = [
    ...rest.map((action) => ({ key: action.key, label: pick(action.label), danger: action.danger })),
    ...extras.map(({ key, label }) => ({ key, label })),
  ];
  const choose = (key: string): void => {
    const action = rest.find((one) => one.key === key);
    if (action === undefined) extras.find((one) => one.key === key)?.run();
    else void actions.run(action, [row]);
  };
  return (
    <span className="eu-row-actions">
      {can('alarmDetail') ? <Link to={hrefOf('alarmDetail', { id: row.id })}>{t('detail')}</Link> : null}
      {next === undefined ? null : (
        <button type="button" className="eu-link-button" onClick={() => void actions.run(next, [row])}>
          {pick(next.label)}
        </button>
      )}
      {options.length === 0 ? null : (
        <MenuButton
          className="wh-icon-button"
          label={texts('more', { name: textOf(row['alarmNo']) })}
          options={options}
          onSelect={choose}
        >
          <MoreOutlined />
        </MenuButton>
      )}
    </span>
  );
}

import { EllipsisOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { alarm } from '@wheelhouse/entities/alarms/alarm';
import { plain } from '@wheelhouse/entities/registry';
import { useRecordActions } from '../../entity-ui/actions/useRecordActions.tsx';
import { FieldValue } from '../../entity-ui/cells/index.tsx';
import { RecordPage } from '../../entity-ui/detail/RecordPage.tsx';
import { RecordSections } from '../../entity-ui/detail/Sections.tsx';
import { textOf } from '../../entity-ui/model.ts';
import { useT } from '../../i18n/common.ts';
import { usePick } from '../../i18n/lang.ts';
import { alarmOverride, LevelTag } from '../../overrides/alarm/alarm.tsx';
import { useDictLookup } from '../../reference/reference.ts';
import { useAlarmNews } from '../../shell/bell/useAlarmNews.ts';
import { PageBody, PageHeader } from '../../ui/Layout.tsx';
import { MenuButton } from '../../ui/Menu.tsx';
import { Cards } from './detail/Cards.tsx';
import { Curves } from './detail/Curves.tsx';
import { Payload } from './detail/Payload.tsx';
import { Place } from './detail/Place.tsx';
import { PushLog } from './detail/PushLog.tsx';
import { Related } from './detail/Related.tsx';
import { Sla } from './detail/Sla.tsx';
import { Snapshot } from './detail/Snapshot.tsx';
import { Timeline } from './detail/Timeline.tsx';
import type { AlarmRecord } from './detail/types.ts';
import { useAlarmExtras } from './useAlarmExtras.tsx';
import { Button } from '../../ui/Button.tsx';
import '../../entity-ui/entity-ui.css';
import './alarm-pages.css';
import './alarm-detail.css';

const entity = plain(alarm);

/** One alarm with everything around it: what happened, where, to whom, and what was done. */
export default function AlarmDetail(): ReactNode {
  return (
    <RecordPage entity={entity}>{(row, reload) => <Alarm alarm={row as AlarmRecord} reload={reload} />}</RecordPage>
  );
}

function Alarm({ alarm: row, reload }: { readonly alarm: AlarmRecord; readonly reload: () => void }): ReactNode {
  const dict = useDictLookup();
  useAlarmNews((news) => {
    if (news === null || news.changed.includes(row.id)) reload();
  });
  const type = dict('AlarmType', textOf(row['alarmType']))?.name ?? textOf(row['alarmType']);
  return (
    <PageBody>
      <PageHeader
        title={<span className="wh-num">{textOf(row['alarmNo'])}</span>}
        extra={
          <>
            <LevelTag level={Number(row['level'])} />
            <FieldValue
              entity={entity}
              name="handleStatus"
              row={row}
              place="detail"
              as={alarmOverride.cell?.['handleStatus']}
            />
            <FieldValue entity={entity} name="recoverStatus" row={row} place="detail" />
          </>
        }
        description={
          <span className="am-head">
            <strong>{type}</strong>
            <span className="wh-num">{textOf(row['alarmErrCode'])}</span>
            <Sla sla={row.sla} />
          </span>
        }
        actions={<Actions alarm={row} reload={reload} />}
      />
      <div className="am-detail">
        <div className="eu-stack">
          <Snapshot alarm={row} />
          <Place alarm={row} />
          <Curves alarm={row} />
          <Payload alarm={row} />
        </div>
        <div className="eu-stack">
          <Cards alarm={row} />
          <Timeline alarm={row} />
          <RecordSections entity={entity} override={alarmOverride} row={row} />
          <PushLog alarm={row} />
          <Related alarm={row} />
        </div>
      </div>
    </PageBody>
  );
}

const shown = 2;

function Actions({ alarm: row, reload }: { readonly alarm: AlarmRecord; readonly reload: () => void }): ReactNode {
  const t = useT();
  const pick = usePick();
  const actions = useRecordActions(entity, reload);
  const extras = useAlarmExtras(row.repairOrders)(row);
  const possible = actions.offered('detail', row).filter((action) => actions.reason(action, row) === undefined);
  const open = possible.filter((action) => !action.danger).slice(0, shown);
  const folded = possible.filter((action) => !open.includes(action));
  const options = [
    ...extras.map(({ key, label }) => ({ key, label })),
    ...folded.map((action) => ({ key: action.key, label: pick(action.label), danger: action.danger })),
  ];
  const choose = (key: string): void => {
    const action = folded.find((one) => one.key === key);
    if (action === undefined) extras.find((one) => one.key === key)?.run();
    else void actions.run(action, [row]);
  };
  return (
    <span className="eu-detail-actions">
      {open.map((action, at) => (
        <Button
          key={action.key}
          type={at === 0 ? 'primary' : 'default'}
          onClick={() => void actions.run(action, [row])}
        >
          {pick(action.label)}
        </Button>
      ))}
      {options.length === 0 ? null : (
        <MenuButton className="eu-more" label={t('more')} options={options} onSelect={choose}>
          <EllipsisOutlined />
        </MenuButton>
      )}
    </span>
  );
}

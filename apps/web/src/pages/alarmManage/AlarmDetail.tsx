import { EllipsisOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { alarm } from '@wheelhouse/entities/alarms/alarm';
import { plain } from '@wheelhouse/entities/registry';
import { useDeeds } from '../../entity-ui/actions/useDeeds.tsx';
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
  const deeds = useDeeds(entity, reload);
  const extras = useAlarmExtras(row.repairOrders)(row);
  const possible = deeds.offered('detail', row).filter((deed) => deeds.reason(deed, row) === undefined);
  const open = possible.filter((deed) => !deed.danger).slice(0, shown);
  const folded = possible.filter((deed) => !open.includes(deed));
  const options = [
    ...extras.map(({ key, label }) => ({ key, label })),
    ...folded.map((deed) => ({ key: deed.key, label: pick(deed.label), danger: deed.danger })),
  ];
  const choose = (key: string): void => {
    const deed = folded.find((one) => one.key === key);
    if (deed === undefined) extras.find((one) => one.key === key)?.run();
    else void deeds.run(deed, [row]);
  };
  return (
    <span className="eu-detail-actions">
      {open.map((deed, at) => (
        <Button key={deed.key} type={at === 0 ? 'primary' : 'default'} onClick={() => void deeds.run(deed, [row])}>
          {pick(deed.label)}
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

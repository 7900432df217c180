import type { ReactNode } from 'react';
import { alarm } from '@wheelhouse/entities/alarms/alarm';
import { plain } from '@wheelhouse/entities/registry';
import { useRecordActions } from '../../entity-ui/actions/useRecordActions.tsx';
import { DecisionPage } from '../../entity-ui/detail/DecisionPage.tsx';
import { RecordPage } from '../../entity-ui/detail/RecordPage.tsx';
import { alarmOverride } from './alarm.tsx';
import { useAlarmNews } from '../../shell/bell/useAlarmNews.ts';
import { Cards } from './detail/Cards.tsx';
import { Curves } from './detail/Curves.tsx';
import { Payload } from './detail/Payload.tsx';
import { Place } from './detail/Place.tsx';
import { PushLog } from './detail/PushLog.tsx';
import { RepairButton } from './detail/RepairButtons.tsx';
import { Related } from './detail/Related.tsx';
import { Sla } from './detail/Sla.tsx';
import { Snapshot } from './detail/Snapshot.tsx';
import { Handling } from './detail/Handling.tsx';
import type { AlarmRecord } from './detail/types.ts';
import { usePushExtra } from './useAlarmExtras.tsx';
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
  const actions = useRecordActions(entity, reload);
  const extras = usePushExtra()(row);
  useAlarmNews((news) => {
    if (news === null || news.changed.includes(row.id)) reload();
  });
  return (
    <DecisionPage
      entity={entity}
      override={alarmOverride}
      row={row}
      actions={actions}
      extras={extras}
      ways={<RepairButton alarm={row} />}
      states={['level', 'handleStatus', 'recoverStatus']}
      facts={['alarmType', 'alarmErrCode', 'firstTime']}
      more={<Sla sla={row.sla} />}
      evidence={
        <>
          <Snapshot alarm={row} />
          <Place alarm={row} />
          <Curves alarm={row} />
        </>
      }
      raw={<Payload alarm={row} />}
      steps={<Handling alarm={row} />}
      around={
        <>
          <Cards alarm={row} />
          <PushLog alarm={row} />
          <Related alarm={row} />
        </>
      }
      withoutHistory
    />
  );
}

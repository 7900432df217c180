import type { ReactNode } from 'react';
import { Dialogs } from '../../entity-ui/dialogs.tsx';
import { usePage } from '../../routing/page.ts';
import { AlarmsTab } from './AlarmsTab.tsx';
import { FaultsTab } from './FaultsTab.tsx';
import { FirstRange } from './FirstRange.tsx';
import '../../entity-ui/entity-ui.css';
import './alarm-pages.css';

/** The list of alarms, and the fault reports. */
export default function AlarmManage(): ReactNode {
  const view = usePage().search.get('view');
  return (
    <Dialogs>
      {view === 'faults' ? (
        <FirstRange key="faults" field="setTime" view="faults">
          <FaultsTab />
        </FirstRange>
      ) : (
        <FirstRange key="alarms" field="firstTime">
          <AlarmsTab />
        </FirstRange>
      )}
    </Dialogs>
  );
}

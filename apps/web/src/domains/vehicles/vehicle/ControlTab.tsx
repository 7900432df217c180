import type { RowOf } from '@wheelhouse/entities/rows';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { plain } from '@wheelhouse/entities/registry';
import { vehicleControlLog } from '@wheelhouse/entities/control/vehicle-control-log';
import { debugRecord } from '@wheelhouse/entities/control/debug-record';
import { RelatedList } from '../../../entity-ui/related/RelatedList.tsx';
import { Tabs } from '../../../entity-ui/Tabs.tsx';
import { textOf } from '../../../entity-ui/model.ts';
import { useControlTexts } from '../../control/texts.ts';
import { useCan } from '../../../session/session.ts';
import { hrefOf } from '../../../routing/page.ts';

/** What was sent to the vehicle from afar, and in debug sessions; and the ways to do so. */
export default function ControlTab({ row }: { readonly row: RowOf<'vehicle'> }): ReactNode {
  const texts = useControlTexts();
  const can = useCan();
  const vin = textOf(row.vin) || textOf(row.frameNo);
  const fixed = { vehicleId: row.id };
  const items = [
    {
      key: 'control',
      right: 'remoteControl.query',
      label: texts('control'),
      children: (
        <div className="eu-stack">
          <Link to={hrefOf('remoteControl', { vin })}>{texts('openControl')}</Link>
          <RelatedList entity={plain(vehicleControlLog)} fixed={fixed} without={['vin', 'frameNo']} filters />
        </div>
      ),
    },
    {
      key: 'debug',
      right: 'vehicleRemoteDebugging.query',
      label: texts('debugging'),
      children: (
        <div className="eu-stack">
          {can('vehicleRemoteDebugging.use') ? (
            <Link to={hrefOf('vehicleRemoteDebugging', { vin })}>{texts('openDebug')}</Link>
          ) : null}
          <RelatedList entity={plain(debugRecord)} fixed={fixed} without={['vehicleId']} filters />
        </div>
      ),
    },
  ].filter(({ right }) => can(right));
  return <Tabs size="small" items={items.map(({ right: _right, ...item }) => item)} />;
}

import { BookOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, type ReactNode } from 'react';
import { Dialogs, useDialogs } from '../../../entity-ui/dialogs.tsx';
import { Tabs } from '../../../entity-ui/Tabs.tsx';
import { usePick } from '../../../i18n/lang.ts';
import { useCan } from '../../../session/session.ts';
import { usePage } from '../../../routing/page.ts';
import { PageBody, PageHeader } from '../../../ui/Layout.tsx';
import { EmptyState, LoadingState } from '../../../ui/States.tsx';
import { useControlTexts } from '../texts.ts';
import { useVehicleOfPage } from '../vehicle.ts';
import { VehiclePicker } from '../VehiclePicker.tsx';
import { Terminal } from './Terminal.tsx';
import { useDebugTexts } from './texts.ts';
import { dialogPart, part } from '../../../ui/part.tsx';
import '../../../entity-ui/entity-ui.css';
import '../control.css';
import './debug.css';

const LibraryDrawer = dialogPart(() => import('./LibraryDrawer.tsx'));
const Records = part(() => import('./Records.tsx'));

/** Debugging of one vehicle at a time: terminal, records, library. */
export default function VehicleRemoteDebugging(): ReactNode {
  return (
    <Dialogs>
      <DebugPage />
    </Dialogs>
  );
}

function DebugPage(): ReactNode {
  const pick = usePick();
  const texts = useDebugTexts();
  const can = useCan();
  const dialogs = useDialogs();
  const page = usePage();
  const vin = page.search.get('vin') ?? '';
  const tab = page.search.get('tab') === 'records' ? 'records' : 'terminal';
  return (
    <PageBody>
      <PageHeader
        title={pick(page.route)}
        actions={
          can('vehicleRemoteDebugging.library') ? (
            <Button
              icon={<BookOutlined />}
              onClick={() => void dialogs.open((close) => <LibraryDrawer onClose={() => close(null)} />)}
            >
              {texts('library')}
            </Button>
          ) : undefined
        }
      />
      <Tabs
        activeKey={tab}
        onChange={(key) => page.setSearch({ vin, tab: key === 'records' ? key : null }, { replace: true })}
        items={[
          { key: 'terminal', label: texts('terminal'), children: <TerminalTab vin={vin} /> },
          {
            key: 'records',
            label: texts('records'),
            children: (
              <Suspense fallback={<LoadingState />}>
                <Records />
              </Suspense>
            ),
          },
        ]}
      />
    </PageBody>
  );
}

function TerminalTab({ vin }: { readonly vin: string }): ReactNode {
  const texts = useControlTexts();
  const page = usePage();
  const { vehicle, missing, choose } = useVehicleOfPage(vin, (name) => page.setSearch({ vin: name }));
  return (
    <div className="eu-stack">
      <div className="rd-top">
        <VehiclePicker chosen={vehicle} onChoose={choose} />
      </div>
      {vehicle === undefined ? (
        <section className="wh-section">
          <EmptyState
            title={missing ? texts('unknownVin', { vin }) : texts('chooseVehicle')}
            description={missing ? undefined : texts('chooseHint')}
          />
        </section>
      ) : (
        <Terminal key={vehicle.id} vehicle={vehicle} />
      )}
    </div>
  );
}

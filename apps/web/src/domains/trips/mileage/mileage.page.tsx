import { BarChartOutlined, CloseOutlined, SyncOutlined } from '@ant-design/icons';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDay } from '@wheelhouse/contract/time';
import { mileageDay } from '@wheelhouse/entities/trips/mileage-day';
import { plain } from '@wheelhouse/entities/registry';
import { Dialogs, useDialogs } from '../../../entity-ui/dialogs.tsx';
import { EntityList } from '../../../entity-ui/list/EntityList.tsx';
import { ExportButton } from '../../../entity-ui/export/ExportButton.tsx';
import { FilterBar } from '../../../entity-ui/list/FilterBar.tsx';
import { useList, type ListData } from '../../../entity-ui/list/useList.ts';
import { useUrlListState } from '../../../entity-ui/list/useListState.ts';
import { textOf, type EntityRow } from '../../../entity-ui/model.ts';
import { usePick } from '../../../i18n/lang.ts';
import { useCan, useUser } from '../../../session/session.ts';
import { hrefOf, usePage } from '../../../routing/page.ts';
import { PageBody, PageHeader } from '../../../ui/Layout.tsx';
import { EmptyState } from '../../../ui/States.tsx';
import { MileageChart } from './MileageChart.tsx';
import { monthEntity, rideEntity } from './entities.ts';
import { useMileageTexts } from './texts.ts';
import { dialogPart } from '../../../ui/part.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import '../../../entity-ui/entity-ui.css';

const RecalcDialog = dialogPart(() => import('./RecalcDialog.tsx'));

const dayEntity = plain(mileageDay);
const granularities = ['day', 'month', 'trip'] as const;
type Granularity = (typeof granularities)[number];
const entityOf = { day: dayEntity, month: monthEntity, trip: rideEntity } as const;

const dayMs = 86_400_000;
const usualDays = 7;

/** Kilometres by vehicle: a table by day, month or trip, and a chart of the chosen vehicle. */
export default function Mileage(): ReactNode {
  return (
    <Dialogs>
      <MileagePage />
    </Dialogs>
  );
}

function MileagePage(): ReactNode {
  const pick = usePick();
  const texts = useMileageTexts();
  const page = usePage();
  const user = useUser();
  const handle = useUrlListState(dayEntity);
  const view = granularities.find((one) => one === handle.view) ?? 'day';
  const { query } = handle.state;
  const [now] = useState(Date.now);
  const from = query['statDate.ge'] ?? formatDay(new Date(now - (usualDays - 1) * dayMs));
  const to = query['statDate.le'] ?? formatDay(new Date(now));
  // With the range that holds, so that the filter says it.
  const shown = { ...handle, state: { ...handle.state, query: { ...query, 'statDate.ge': from, 'statDate.le': to } } };
  const data = useList(entityOf[view], shown.state, view === 'day' ? {} : { granularity: view });
  const [chosen, setChosen] = useState<string>();
  const vehicleId = query['vehicleId.eq'] ?? chosen;
  // Dealers see no rides.
  const views = granularities.filter((one) => one !== 'trip' || user.userType !== 2);
  return (
    <PageBody>
      <PageHeader title={pick(page.route)} actions={<Actions data={data} vehicleId={vehicleId} view={view} />} />
      <FilterBar {...shown} entity={dayEntity} onSearch={data.refresh} />
      <Segments
        label={texts('granularity')}
        options={views.map((key) => ({ key, label: texts(key) }))}
        value={view}
        onChange={(key) => handle.setView(key === 'day' ? undefined : key)}
      />
      {vehicleId === undefined ? null : (
        <MileageChart
          vehicleId={vehicleId}
          from={from.slice(0, 10)}
          to={to.slice(0, 10)}
          extra={
            chosen === undefined ? undefined : (
              <button
                type="button"
                className="wh-icon-button"
                aria-label={texts('closeChart')}
                onClick={() => setChosen(undefined)}
              >
                <CloseOutlined />
              </button>
            )
          }
        />
      )}
      {view === 'trip' && query['vehicleId.eq'] === undefined ? (
        <section className="wh-section">
          <EmptyState title={texts('askVehicle')} description={texts('askVehicleHint')} />
        </section>
      ) : (
        <EntityList
          entity={entityOf[view]}
          handle={shown}
          data={data}
          readOnly
          columnsKey={`mileage-${view}`}
          rowActions={(row) => <RowLinks row={row} view={view} onChart={setChosen} />}
        />
      )}
    </PageBody>
  );
}

interface RowLinksProps {
  readonly row: EntityRow;
  readonly view: Granularity;
  readonly onChart: (vehicleId: string) => void;
}

/** From a line to its chart, and to the trips of that day. */
function RowLinks({ row, view, onChart }: RowLinksProps): ReactNode {
  const texts = useMileageTexts();
  const can = useCan();
  const vehicleId = textOf(row['vehicleId']);
  const day = textOf(row['statDate']);
  return (
    <span className="eu-row-actions">
      {view === 'trip' ? null : (
        <button type="button" className="wh-link-button" onClick={() => onChart(vehicleId)}>
          <BarChartOutlined /> {texts('showChart')}
        </button>
      )}
      {view === 'day' && can('historytrace.query') ? (
        <Link to={hrefOf('historytrace', { 'vehicleId.eq': vehicleId, 'startTime.ge': day, 'startTime.le': day })}>
          {texts('replay')}
        </Link>
      ) : null}
      {view === 'trip' && can('historytrace.replay') ? (
        <Link to={hrefOf('historytraceDetail', { tripNo: textOf(row['tripNo']) })}>{texts('replay')}</Link>
      ) : null}
    </span>
  );
}

interface ActionsProps {
  readonly data: ListData;
  readonly vehicleId: string | undefined;
  readonly view: keyof typeof entityOf;
}

function Actions({ data, vehicleId, view }: ActionsProps): ReactNode {
  const texts = useMileageTexts();
  const can = useCan();
  const dialogs = useDialogs();
  return (
    <>
      {can('mileage.recalc') ? (
        <Button
          icon={<SyncOutlined />}
          onClick={() =>
            void dialogs.open((close) => <RecalcDialog vehicleId={vehicleId} onClose={() => close(null)} />)
          }
        >
          {texts('recalc')}
        </Button>
      ) : null}
      {view === 'trip' ? null : (
        <ExportButton entity={entityOf[view]} data={{ ...data, query: { ...data.query, granularity: view } }} />
      )}
    </>
  );
}

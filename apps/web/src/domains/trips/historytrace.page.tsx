import { PlayCircleOutlined } from '@ant-design/icons';
import { keysOf } from '@wheelhouse/contract/object';
import { formatDay } from '@wheelhouse/contract/time';
import { type ReactNode } from 'react';
import { Link } from 'react-router';
import { plain } from '@wheelhouse/entities/registry';
import type { ListRowOf } from '@wheelhouse/entities/rows';
import { trip } from '@wheelhouse/entities/trips/trip';
import { Dialogs } from '../../entity-ui/dialogs.tsx';
import { LinkButton } from '../../entity-ui/LinkButton.tsx';
import { EntityList } from '../../entity-ui/list/EntityList.tsx';
import { FilterBar } from '../../entity-ui/list/FilterBar.tsx';
import { useList } from '../../entity-ui/list/useList.ts';
import { useUrlListState, type ListStateHandle } from '../../entity-ui/list/useListState.ts';
import { textOf } from '../../entity-ui/model.ts';
import { useEntityTexts } from '../../entity-ui/texts.ts';
import { useLang, usePick } from '../../i18n/lang.ts';
import { defineOverride } from '../../entity-ui/override.ts';
import { useCan } from '../../session/session.ts';
import { hrefOf, usePage } from '../../routing/page.ts';
import { none } from '../../ui/format.ts';
import { PageBody, PageHeader } from '../../ui/Layout.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { DateTime, StatusTag } from '../../ui/Values.tsx';
import { useTraceTexts } from './trace/texts.ts';
import '../../entity-ui/entity-ui.css';

const entity = plain(trip);
/** A list of one vehicle: that column would say the same on every line. */
const without = ['vehicleId'];

function Place({
  row,
  name,
}: {
  readonly row: ListRowOf<'trip'>;
  readonly name: 'startAddress' | 'endAddress';
}): ReactNode {
  const lang = useLang();
  const text = textOf(lang === 'en' ? (row[`${name}En`] ?? row[name]) : row[name]);
  return text === '' ? <span className="wh-faint">{none}</span> : text;
}

function EndCell({ row }: { readonly row: ListRowOf<'trip'> }): ReactNode {
  const texts = useTraceTexts();
  if (Number(row.ongoing) === 1) return <StatusTag color="success">{texts('underWay')}</StatusTag>;
  return <DateTime value={textOf(row.endTime)} />;
}

const override = defineOverride('trip', {
  cell: {
    startAddress: ({ row }) => <Place row={row} name="startAddress" />,
    endAddress: ({ row }) => <Place row={row} name="endAddress" />,
    endTime: EndCell,
  },
});

const dayMs = 86_400_000;
const dayAgo = (days: number): string => formatDay(new Date(Date.now() - days * dayMs));
/** Days that are asked for most: the first and the last, in days before today. */
const presets = { today: [0, 0], yesterday: [1, 1], last7: [6, 0] } as const satisfies Readonly<
  Record<string, readonly [from: number, to: number]>
>;

/** Sets the days of the list with one press. */
function DayPresets({ state, set }: ListStateHandle): ReactNode {
  const texts = useEntityTexts();
  const [from, to] = [state.query['startTime.ge'], state.query['startTime.le']];
  const options = keysOf(presets).map((key) => ({ key, label: texts(key) }));
  const value = keysOf(presets).find((key) => dayAgo(presets[key][0]) === from && dayAgo(presets[key][1]) === to);
  return (
    <Segments
      label={texts('days')}
      options={options}
      value={value}
      onChange={(key) => {
        if (key === undefined) return;
        const [first, last] = presets[key];
        set({ query: { ...state.query, 'startTime.ge': dayAgo(first), 'startTime.le': dayAgo(last) } });
      }}
    />
  );
}

/** Trips of one vehicle; nobody browses everyone's. */
export default function HistoryTrace(): ReactNode {
  const pick = usePick();
  const texts = useTraceTexts();
  const page = usePage();
  const handle = useUrlListState(entity);
  const { query } = handle.state;
  const [vehicleId, from, to] = [query['vehicleId.eq'], query['startTime.ge'], query['startTime.le']];
  const ready = vehicleId !== undefined && from !== undefined && to !== undefined;
  return (
    <Dialogs>
      <PageBody>
        <PageHeader
          title={pick(page.route)}
          actions={
            <>
              <DayPresets {...handle} />
              {ready ? <WholeButton vehicleId={vehicleId} from={from} to={to} /> : null}
            </>
          }
        />
        {ready ? (
          <Trips handle={handle} />
        ) : (
          <>
            <FilterBar {...handle} entity={entity} onSearch={() => undefined} />
            <section className="wh-section">
              <EmptyState title={texts('askVehicle')} description={texts('askVehicleHint')} />
            </section>
          </>
        )}
      </PageBody>
    </Dialogs>
  );
}

function Trips({ handle }: { readonly handle: ListStateHandle }): ReactNode {
  const texts = useTraceTexts();
  const can = useCan();
  const data = useList(entity, handle.state);
  const actions = (row: ListRowOf<'trip'>): ReactNode => (
    <span className="eu-row-actions">
      <Link to={hrefOf('historytraceDetail', { tripNo: textOf(row.tripNo) })}>{texts('replay')}</Link>
    </span>
  );
  return (
    <>
      <FilterBar {...handle} entity={entity} onSearch={data.refresh} />
      <EntityList
        entity={entity}
        override={override}
        handle={handle}
        data={data}
        without={without}
        readOnly
        rowActions={can('historytrace.replay') ? actions : undefined}
      />
    </>
  );
}

interface Whole {
  readonly vehicleId: string;
  readonly from: string;
  readonly to: string;
}

/** All of the chosen time in one replay. */
function WholeButton({ vehicleId, from, to }: Whole): ReactNode {
  const texts = useTraceTexts();
  const can = useCan();
  if (!can('historytrace.replay')) return null;
  return (
    <LinkButton icon={<PlayCircleOutlined />} to={hrefOf('historytraceDetail', { vehicleId, from, to })}>
      {texts('replayRange')}
    </LinkButton>
  );
}

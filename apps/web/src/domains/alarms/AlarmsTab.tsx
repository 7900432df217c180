import { SettingOutlined } from '@ant-design/icons';
import { useState, type ReactNode } from 'react';
import { alarm } from '@wheelhouse/entities/alarms/alarm';
import { plain } from '@wheelhouse/entities/registry';
import { useCall } from '../../api/query.ts';
import { useRecordActions } from '../../entity-ui/actions/useRecordActions.tsx';
import { useDialogs } from '../../entity-ui/dialogs.tsx';
import { Counters } from '../../entity-ui/list/Counters.tsx';
import { EntityList } from '../../entity-ui/list/EntityList.tsx';
import { ExportButton } from '../../entity-ui/export/ExportButton.tsx';
import { FilterBar } from '../../entity-ui/list/FilterBar.tsx';
import { useList } from '../../entity-ui/list/useList.ts';
import { RowActions } from '../../entity-ui/list/RowActions.tsx';
import { useUrlListState } from '../../entity-ui/list/useListState.ts';
import { usePick } from '../../i18n/lang.ts';
import { alarmOverride } from './alarm.tsx';
import { useCan } from '../../session/session.ts';
import { routesOf } from '../../routing/entity-routes.ts';
import { usePage } from '../../routing/page.ts';
import { usePageCommand } from '../../routing/commands.ts';
import { columnsKey } from '../../entity-ui/views/model.ts';
import { ViewsMenu } from '../../entity-ui/views/ViewsMenu.tsx';
import { PageBody, PageHeader } from '../../ui/Layout.tsx';
import { LiveBar } from './LiveBar.tsx';
import { useAlarmTexts } from './texts.ts';
import { useAlarmExtras } from './useAlarmExtras.tsx';
import { useAutoRefresh } from './useAutoRefresh.ts';
import { ViewNav } from './ViewNav.tsx';
import { dialogPart } from '../../ui/part.tsx';
import { Button } from '../../ui/Button.tsx';

const RulesDrawer = dialogPart(() => import('./rules/RulesDrawer.tsx'));
const entity = plain(alarm);

/** What each number counts, as filters of the list. */
const counted = [
  { key: 'unhandled', query: { 'handleStatus.eq': '0' } },
  { key: 'criticalUnhandled', query: { 'handleStatus.eq': '0', 'level.in': '4' }, urgent: true },
  { key: 'inProgress', query: { 'handleStatus.eq': '1' } },
  { key: 'overdue', query: { 'overdue.eq': '1' }, urgent: true },
] as const;

/** The queue of alarms: what waits at a glance, and all that can be done. */
export function AlarmsTab(): ReactNode {
  const texts = useAlarmTexts();
  const pick = usePick();
  const can = useCan();
  const page = usePage();
  const dialogs = useDialogs();
  const handle = useUrlListState(entity);
  const data = useList(entity, handle.state);
  const actions = useRecordActions(entity);
  const routes = routesOf(entity);
  const { state } = handle;
  // The list's own answer carries the counters: the same question is asked once.
  const { data: extra } = useCall(
    '/veh/crm/alarm/list',
    { page: state.page, pageSize: state.size, orderBy: state.sort ?? entity.list.order, query: data.query },
    { keepPrevious: true, inlineErrors: true },
  );
  const extras = useAlarmExtras(extra?.repairOrders === true);
  const [auto, setAuto] = useState(true);
  const live = useAutoRefresh(auto, data.refresh);
  usePageCommand('refresh', live.refresh);
  return (
    <PageBody>
      <PageHeader
        title={pick(page.route)}
        actions={
          <>
            <ViewNav view="alarms" />
            <ViewsMenu list={entity.name} />
            {can('alarmManage.rule') ? (
              <Button
                icon={<SettingOutlined />}
                onClick={() => void dialogs.open((close) => <RulesDrawer onClose={() => close(null)} />)}
              >
                {texts('rules')}
              </Button>
            ) : null}
            <ExportButton entity={entity} data={data} />
          </>
        }
      />
      <div className="am-top">
        <Counters
          label={texts('counters')}
          handle={handle}
          counters={counted.map(({ key, ...rest }) => ({
            key,
            label: texts(key),
            count: extra?.counters?.[key],
            ...rest,
          }))}
        />
        <LiveBar auto={auto} onAuto={setAuto} waiting={live.waiting} news={live.news} onShow={live.refresh} />
      </div>
      <FilterBar {...handle} entity={entity} override={alarmOverride} onSearch={data.refresh} />
      <EntityList
        entity={entity}
        override={alarmOverride}
        handle={handle}
        data={data}
        columnsKey={columnsKey(entity.name, handle.saved)}
        rowActions={(row) => (
          <RowActions entity={entity} row={row} routes={routes} actions={actions} open={1} extras={extras(row)} />
        )}
      />
    </PageBody>
  );
}

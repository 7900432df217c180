import type { Imported } from '@wheelhouse/contract/calls/sap';
import { DownloadOutlined, ImportOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { Suspense, useState, type ReactNode } from 'react';
import { downloadExport } from '../../api/files.ts';
import { useAction, useCall } from '../../api/query.ts';
import { Pager } from '../../entity-ui/list/Pager.tsx';
import { useT } from '../../i18n/common.ts';
import { usePick } from '../../i18n/lang.ts';
import { useCan } from '../../session/session.ts';
import { usePage } from '../../routing/page.ts';
import { formatNumber } from '../../ui/format.ts';
import { PageBody, PageHeader } from '../../ui/Layout.tsx';
import { SourceTag } from '../../ui/SourceTag.tsx';
import { EmptyState, PendingState } from '../../ui/States.tsx';
import { Filters } from './Filters.tsx';
import { filterNames, queryOf, type FilterName } from './model.ts';
import { Results } from './Results.tsx';
import { useSapTexts } from './texts.ts';
import { dialogPart } from '../../ui/part.tsx';
import '../../entity-ui/entity-ui.css';
import './sap.css';

const CompareDrawer = dialogPart(() => import('./CompareDrawer.tsx'));
const pageSize = 20;

/** What became of an import, with those left out. */
function Outcome({ result, onClose }: { readonly result: Imported; readonly onClose: () => void }): ReactNode {
  const texts = useSapTexts();
  const { created, updated, failed } = result;
  return (
    <Alert
      type={failed.length === 0 ? 'success' : created + updated === 0 ? 'error' : 'warning'}
      showIcon
      closable={{ onClose }}
      title={texts('imported', { created, updated })}
      description={
        failed.length === 0 ? undefined : (
          <>
            {texts('importFailed', { n: failed.length })}
            <ul className="sap-failed">
              {failed.map((one) => (
                <li key={one.vin}>
                  <span className="wh-num">{one.vin}</span> {one.message}
                </li>
              ))}
            </ul>
          </>
        )
      }
    />
  );
}

/** Vehicles as SAP has them: found, compared with ours, brought in. */
export default function SapVehicles(): ReactNode {
  const t = useT();
  const pick = usePick();
  const texts = useSapTexts();
  const can = useCan();
  const page = usePage();
  const values: Partial<Record<FilterName, string>> = {};
  for (const name of filterNames) {
    const value = page.search.get(name);
    if (value !== null) values[name] = value;
  }
  const query = queryOf(values);
  const at = Number(page.search.get('page') ?? 1) || 1;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [compared, setCompared] = useState<string>();
  const [outcome, setOutcome] = useState<Imported>();
  const source = useCall('/veh/crm/sapVehicle/source', {}, { inlineErrors: true, staleTime: 300_000 });
  const { data, error, isFetching, refetch } = useCall(
    '/veh/crm/sapVehicle/search',
    { page: at, pageSize, query: query ?? {} },
    { enabled: query !== undefined, inlineErrors: true, staleTime: 30_000 },
  );
  const bring = useAction('/veh/crm/sapVehicle/importVehicle', {
    invalidates: ['/veh/crm/sapVehicle', '/veh/crm/vehicle'],
    onSuccess: (result) => {
      setOutcome(result);
      setChosen(new Set());
    },
  });
  const show = (next: Readonly<Partial<Record<FilterName, string>>>, to = 1): void => {
    setChosen(new Set());
    page.setSearch({ ...next, page: to === 1 ? undefined : to });
    if (JSON.stringify(queryOf(next)) === JSON.stringify(query)) void refetch();
  };
  const take = useAction('/veh/crm/sapVehicle/export', {
    onSuccess: ({ fileName }) => downloadExport(fileName),
  });
  return (
    <PageBody>
      <PageHeader
        title={pick(page.route)}
        description={<SourceTag name="SAP" source={source.data} />}
        actions={
          <>
            {can('SAPvehicleSearch.export') ? (
              <Button
                icon={<DownloadOutlined />}
                disabled={!data || data.total === 0}
                onClick={() => take.mutate({ query: query ?? {} })}
              >
                {t('export')}
              </Button>
            ) : null}
            {can('SAPvehicleSearch.import') ? (
              <Button
                type="primary"
                icon={<ImportOutlined />}
                disabled={chosen.size === 0}
                loading={bring.isPending}
                onClick={() => bring.mutate({ vins: [...chosen] })}
              >
                {chosen.size === 0 ? texts('importVehicles') : texts('importChosen', { n: chosen.size })}
              </Button>
            ) : null}
          </>
        }
      />
      <Filters key={page.search.toString()} values={values} onSearch={(next) => show(next)} />
      {outcome === undefined ? null : <Outcome result={outcome} onClose={() => setOutcome(undefined)} />}
      <section className="wh-section eu-list">
        {query === undefined ? (
          <EmptyState title={texts('start')} description={texts('startHint')} />
        ) : data === undefined ? (
          <PendingState error={error} onRetry={() => void refetch()} />
        ) : data.list.length === 0 ? (
          <EmptyState title={texts('nothing')} />
        ) : (
          <>
            <div className="eu-list-bar">
              <span className="wh-num eu-total">{texts('total', { n: formatNumber(data.total) })}</span>
            </div>
            <Results
              rows={data.list}
              busy={isFetching}
              chosen={chosen}
              onChoose={(vins, on) =>
                setChosen(new Set(on ? [...chosen, ...vins] : [...chosen].filter((vin) => !vins.includes(vin))))
              }
              onCompare={setCompared}
            />
            <Pager page={at} size={pageSize} total={data.total} onPage={(to) => show(values, to)} />
          </>
        )}
      </section>
      {compared === undefined ? null : (
        <Suspense fallback={null}>
          <CompareDrawer vin={compared} onClose={() => setCompared(undefined)} />
        </Suspense>
      )}
    </PageBody>
  );
}

import { DownloadOutlined } from '@ant-design/icons';
import { useState, type ReactNode } from 'react';
import { downloadExport } from '../../api/files.ts';
import { useAction } from '../../api/query.ts';
import { LinkButton } from '../../entity-ui/LinkButton.tsx';
import { useT } from '../../i18n/common.ts';
import { usePick } from '../../i18n/lang.ts';
import { useDict } from '../../reference/reference.ts';
import { useCan } from '../../session/session.ts';
import { hrefOf, usePage, useTabTitle } from '../../routing/page.ts';
import { formatNumber } from '../../ui/format.ts';
import { PageBody, PageHeader, Section } from '../../ui/Layout.tsx';
import { MenuButton } from '../../ui/Menu.tsx';
import { EmptyState, PendingState } from '../../ui/States.tsx';
import { Replay } from './trace/Replay.tsx';
import { useTraceTexts } from './trace/texts.ts';
import { useTrace, type Trace, type TraceKey } from './trace/useTrace.ts';
import { Select } from '../../ui/inputs/Select.tsx';
import { Button } from '../../ui/Button.tsx';
import '../../entity-ui/entity-ui.css';
import './trace/trace.css';

function keyOf(search: URLSearchParams): TraceKey | undefined {
  const value = (name: string): string => search.get(name)?.trim() ?? '';
  if (value('id') !== '') return { id: value('id') };
  if (value('tripNo') !== '') return { tripNo: value('tripNo') };
  const [vehicleId, from, to] = [value('vehicleId'), value('from'), value('to')];
  return vehicleId === '' || from === '' || to === '' ? undefined : { vehicleId, from, to };
}

/** A trip, or a vehicle's stretch of time, on the map: after the reason has been given. */
export default function TraceReplay(): ReactNode {
  const pick = usePick();
  const texts = useTraceTexts();
  const page = usePage();
  const key = keyOf(page.search);
  const [given, setGiven] = useState<{ readonly asked: string; readonly reason: string }>();
  const asked = JSON.stringify(key);
  // Another trip in the same tab is another look.
  const reason = given !== undefined && given.asked === asked ? given.reason : undefined;
  if (key !== undefined && reason !== undefined) return <Shown traceKey={key} reason={reason} />;
  return (
    <PageBody>
      <PageHeader title={pick(page.route)} description={key?.tripNo} />
      <Section>
        {key === undefined ? (
          <EmptyState
            title={texts('nothingAsked')}
            action={<LinkButton to={hrefOf('historytrace')}>{texts('toList')}</LinkButton>}
          />
        ) : (
          <ReasonAsked onReason={(code) => setGiven({ asked, reason: code })} />
        )}
      </Section>
    </PageBody>
  );
}

/** Asks why, before anything is shown. */
function ReasonAsked({ onReason }: { readonly onReason: (code: string) => void }): ReactNode {
  const texts = useTraceTexts();
  const reasons = useDict('TraceReason');
  const [code, setCode] = useState<string>();
  return (
    <form
      className="tr-reason"
      onSubmit={(event) => {
        event.preventDefault();
        if (code !== undefined) onReason(code);
      }}
    >
      <h2>{texts('whyTitle')}</h2>
      <p>{texts('whyHint')}</p>
      <Select<string>
        aria-label={texts('reason')}
        placeholder={texts('reason')}
        value={code as string}
        options={reasons.map((one) => ({ value: one.code, label: one.name }))}
        onChange={setCode}
      />
      <Button type="primary" htmlType="submit" disabled={code === undefined}>
        {texts('show')}
      </Button>
    </form>
  );
}

function Shown({ traceKey, reason }: { readonly traceKey: TraceKey; readonly reason: string }): ReactNode {
  const pick = usePick();
  const page = usePage();
  const texts = useTraceTexts();
  const { trace, error, retry } = useTrace(traceKey, reason);
  useTabTitle(trace && `${trace.vehicle.title.slice(-6)} ${pick(page.route)}`);
  return (
    <PageBody>
      <PageHeader
        title={trace?.vehicle.title ?? pick(page.route)}
        description={trace && <Summary trace={trace} />}
        actions={trace && <ExportMenu traceKey={traceKey} reason={reason} />}
      />
      {error !== null || trace === undefined ? (
        <PendingState error={error} onRetry={retry} />
      ) : (
        <Replay trace={trace} />
      )}
      {trace !== undefined && trace.total > trace.track.length ? (
        <p className="wh-faint">
          {texts('thinned', { total: formatNumber(trace.total), n: formatNumber(trace.track.length) })}
        </p>
      ) : null}
    </PageBody>
  );
}

function Summary({ trace }: { readonly trace: Trace }): ReactNode {
  const texts = useTraceTexts();
  const km = trace.trips.reduce((sum, trip) => sum + Number(trip.distanceKm), 0);
  const parts = [
    trace.vehicle.vehicleTypeName,
    trace.trips[0] && `${trace.trips[0].startTime} – ${trace.trips.at(-1)?.endTime ?? ''}`,
    texts('totalKm', { km: formatNumber(km, 1) }),
    `${texts('points')} ${formatNumber(trace.total)}`,
  ];
  return <span className="wh-num">{parts.filter(Boolean).join(' · ')}</span>;
}

const formats = ['gpx', 'csv', 'xlsx'] as const;

function ExportMenu({ traceKey, reason }: { readonly traceKey: TraceKey; readonly reason: string }): ReactNode {
  const t = useT();
  const texts = useTraceTexts();
  const can = useCan();
  const take = useAction('/veh/crm/trace/export', {
    onSuccess: ({ fileName }) => downloadExport(fileName),
  });
  if (!can('historytrace.export')) return null;
  return (
    <MenuButton
      className="wh-menu-button"
      label={t('export')}
      options={formats.map((format) => ({ key: format, label: texts('exportAs', { format: format.toUpperCase() }) }))}
      onSelect={(key) =>
        take.mutate({ ...traceKey, reasonCode: reason, format: formats.find((one) => one === key) ?? 'gpx' })
      }
    >
      <DownloadOutlined /> {t('export')}
    </MenuButton>
  );
}

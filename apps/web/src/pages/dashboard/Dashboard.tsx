import { Suspense, useState, type ReactNode } from 'react';
import { usePick, useTexts } from '../../i18n/lang.ts';
import { NoticeStrip } from '../../overrides/notice/NoticeStrip.tsx';
import { useCan } from '../../session/session.ts';
import { usePage } from '../../routing/page.ts';
import { PageBody, PageHeader, Section } from '../../ui/Layout.tsx';
import { LiveBadge } from '../../ui/LiveBadge.tsx';
import { LoadingState, PendingState } from '../../ui/States.tsx';
import { AlarmOverview, AlarmStorms, AlarmTop } from './Alarms.tsx';
import { KeyNumbers } from './KeyNumbers.tsx';
import { LiveFeed } from './LiveFeed.tsx';
import { OwnPages } from './OwnPages.tsx';
import { ShortcutBar } from './ShortcutBar.tsx';
import { mostShortcuts, useShortcuts } from './shortcuts.ts';
import { texts } from './texts.ts';
import { Todo } from './Todo.tsx';
import { TrendSection } from './TrendSection.tsx';
import { trendDays, useDashboard } from './useDashboard.ts';
import { BatteryHealth, ModelShare, TopCities } from './ViewCharts.tsx';
import { part } from '../../ui/part.tsx';
import './dashboard.css';

const FleetMap = part(async () => ({ default: (await import('../../overrides/fleet-map/FleetMap.tsx')).FleetMap }));

/** The first page: key numbers, the fleet live, what waits, how it went. Each part appears by the right to the page behind it. */
export default function Dashboard(): ReactNode {
  const t = useTexts(texts);
  const pick = usePick();
  const can = useCan();
  const page = usePage();
  const [days, setDays] = useState(trendDays);
  const { numbers, trend, error, retry, trendError, retryTrend } = useDashboard(days);
  const vehicles = can('vehicleManage.query');
  const batteries = can('batteryManage.query');
  const users = can('appuserManager.query');
  const alarms = can('alarmManage.query');
  const nothing = !vehicles && !batteries && !users && !alarms;
  const { pages } = useShortcuts();
  // All pages are named below already, when they are no more than the shortcuts.
  const shortcuts = !nothing || pages.length > mostShortcuts;
  return (
    <PageBody>
      <PageHeader
        title={pick(page.route)}
        extra={
          numbers === undefined || nothing ? undefined : (
            <span className="db-as-of">
              <LiveBadge />
              <span className="wh-num">{t('asOf', { time: numbers.asOf })}</span>
            </span>
          )
        }
      />
      <NoticeStrip />
      {shortcuts ? <ShortcutBar /> : null}
      {alarms ? <AlarmStorms /> : null}
      {nothing ? (
        <Section title={t('nothingTitle')}>
          <OwnPages />
        </Section>
      ) : null}
      {error !== null && numbers === undefined ? <PendingState error={error} onRetry={retry} /> : null}
      {(vehicles || users) && (error === null || numbers !== undefined) ? (
        <KeyNumbers
          cards={numbers?.cards}
          trend={trend}
          states={numbers && 'states' in numbers ? numbers.states : undefined}
        />
      ) : null}
      {vehicles ? (
        <div className="db-row db-row-map">
          <Section flush>
            <div className="db-map">
              <Suspense fallback={<LoadingState />}>
                <FleetMap />
              </Suspense>
            </div>
          </Section>
          <LiveFeed items={numbers && 'feed' in numbers ? numbers.feed : undefined} error={error} onRetry={retry} />
        </div>
      ) : null}
      <div className="db-row db-row-trend">
        {vehicles || users ? (
          <TrendSection trend={trend} error={trendError} onRetry={retryTrend} days={days} onDays={setDays} />
        ) : null}
        <Todo quiet={nothing} />
      </div>
      {alarms ? (
        <div className="db-row db-row-alarms">
          <AlarmOverview />
          <AlarmTop />
        </div>
      ) : null}
      <div className="db-row db-row-views">
        {vehicles ? <ModelShare /> : null}
        {batteries ? <BatteryHealth /> : null}
        {vehicles ? <TopCities /> : null}
      </div>
    </PageBody>
  );
}

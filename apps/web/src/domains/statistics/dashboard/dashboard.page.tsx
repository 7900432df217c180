import { HistoryOutlined } from '@ant-design/icons';
import { Suspense, useState, type ReactNode } from 'react';
import { LinkButton } from '../../../entity-ui/LinkButton.tsx';
import { usePick, useTexts } from '../../../i18n/lang.ts';
import { NoticeStrip } from '../../../blocks/notice/NoticeStrip.tsx';
import { useCan } from '../../../session/session.ts';
import { hrefOf, usePage } from '../../../routing/page.ts';
import { PageBody, PageHeader, Section } from '../../../ui/Layout.tsx';
import { LiveBadge } from '../../../ui/LiveBadge.tsx';
import { LoadingState, PendingState } from '../../../ui/States.tsx';
import { AlarmOverview, AlarmStorms, AlarmTop } from './Alarms.tsx';
import { KeyNumbers } from './KeyNumbers.tsx';
import { LiveFeed } from './LiveFeed.tsx';
import { OwnPages } from './OwnPages.tsx';
import { ShortcutBar } from './ShortcutBar.tsx';
import { mostShortcuts, useShortcuts } from './shortcuts.ts';
import { texts } from './texts.ts';
import { Todo } from './Todo.tsx';
import { TrendSection } from './TrendSection.tsx';
import { trendDays } from './first-calls.ts';
import { useDashboard } from './useDashboard.ts';
import { BatteryHealth, ModelShare, TopCities } from './ViewCharts.tsx';
import { part } from '../../../ui/part.tsx';
import { WhenNear } from '../../../ui/WhenNear.tsx';
import './dashboard.css';

const FleetMap = part(async () => ({ default: (await import('../../fleet/map/FleetMap.tsx')).FleetMap }));

const Changes = part(() => import('./changes/Changes.tsx'));

/** The first page, or what changed lately (`?view=changes`). */
export default function Dashboard(): ReactNode {
  return usePage().search.get('view') === 'changes' ? <Changes /> : <Overview />;
}

/** The first page: key numbers, how it went, what waits, the fleet live. Each part appears by the right to the page behind it. */
function Overview(): ReactNode {
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
        actions={
          <LinkButton icon={<HistoryOutlined />} to={hrefOf('dashboard', { view: 'changes' })}>
            {t('changes')}
          </LinkButton>
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
      {vehicles ? (
        // The heaviest of the page: it comes when it is seen, not before.
        <WhenNear height={482} margin="0px">
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
        </WhenNear>
      ) : null}
      {vehicles || batteries ? (
        <WhenNear height={290}>
          <div className="db-row db-row-views">
            {vehicles ? <ModelShare /> : null}
            {batteries ? <BatteryHealth /> : null}
            {vehicles ? <TopCities /> : null}
          </div>
        </WhenNear>
      ) : null}
    </PageBody>
  );
}

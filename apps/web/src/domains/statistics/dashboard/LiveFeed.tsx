import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useAreaName } from '../../../entity-ui/areas.ts';
import { useTexts } from '../../../i18n/lang.ts';
import { hrefOf } from '../../../routing/page.ts';
import { useCan } from '../../../session/session.ts';
import { none } from '../../../ui/format.ts';
import { Section } from '../../../ui/Layout.tsx';
import { LiveBadge } from '../../../ui/LiveBadge.tsx';
import { EmptyState, PendingState } from '../../../ui/States.tsx';
import { DataAge, StateMark } from '../../fleet/map/StateMark.tsx';
import { useFigures } from './board/figures.ts';
import { texts } from './texts.ts';
import { useNow } from '../../../lib/useNow.ts';

/** The vehicles that the platform heard of last; new ones come in at the top. */
export function LiveFeed(): ReactNode {
  const { numbers, error, retry } = useFigures();
  const items = numbers?.feed;
  const t = useTexts(texts);
  const can = useCan();
  const now = useNow();
  const cityName = useAreaName();
  return (
    <Section title={t('feed')} flush extra={<LiveBadge />}>
      <div className="db-feed">
        {items === undefined ? <PendingState small error={error} onRetry={retry} /> : null}
        {items?.length === 0 ? <EmptyState small title={t('feedEmpty')} /> : null}
        <ul>
          {items?.map((item) => (
            <li key={item.id}>
              <span className="db-feed-name wh-num">
                {can('vehicleManageDetail') ? (
                  <Link to={hrefOf('vehicleManageDetail', { id: item.id })}>{item.name}</Link>
                ) : (
                  item.name
                )}
              </span>
              <span className="db-feed-age">
                <DataAge seconds={Math.max(0, (now - item.at) / 1000)} />
              </span>
              <span className="db-feed-state">
                <StateMark state={item.state} />
                {item.state === 'riding' && item.speedKmh !== null ? (
                  <span className="wh-num">{item.speedKmh} km/h</span>
                ) : null}
                <span className="db-feed-city">{cityName(item.cityId)}</span>
              </span>
              <span className="db-feed-soc wh-num" data-low={item.soc !== null && item.soc <= 20}>
                {item.soc === null ? none : `${item.soc}%`}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}

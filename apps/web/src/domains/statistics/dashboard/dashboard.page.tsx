import { AppstoreOutlined, HistoryOutlined } from '@ant-design/icons';
import { Suspense, useMemo, useState, type ReactNode } from 'react';
import { LinkButton } from '../../../entity-ui/LinkButton.tsx';
import { usePick, useTexts } from '../../../i18n/lang.ts';
import { useCan } from '../../../session/session.ts';
import { hrefOf, usePage } from '../../../routing/page.ts';
import { Button } from '../../../ui/Button.tsx';
import { PageBody, PageHeader } from '../../../ui/Layout.tsx';
import { LiveBadge } from '../../../ui/LiveBadge.tsx';
import { LoadingState } from '../../../ui/States.tsx';
import { AlarmStorms } from './AlarmStorms.tsx';
import { Board } from './board/Board.tsx';
import { FiguresContext } from './board/figures.ts';
import { cardsOfRole, hasFigures } from './board/kinds.tsx';
import { useCards } from './board/layout.ts';
import { mostShortcuts, useShortcuts } from './shortcuts.ts';
import { texts } from './texts.ts';
import { trendDays } from './first-calls.ts';
import { useDashboard } from './useDashboard.ts';
import { part } from '../../../ui/part.tsx';
import './dashboard.css';

const Changes = part(() => import('./changes/Changes.tsx'));
const Arranger = part(() => import('./arrange/Arranger.tsx'));

/** The first page, or what changed lately (`?view=changes`). */
export default function Dashboard(): ReactNode {
  return usePage().search.get('view') === 'changes' ? <Changes /> : <Overview />;
}

/** The first page: the cards of the user, or those of their role. Each appears by the right to the page behind it. */
function Overview(): ReactNode {
  const t = useTexts(texts);
  const pick = usePick();
  const can = useCan();
  const page = usePage();
  const [days, onDays] = useState(trendDays);
  const data = useDashboard(days);
  const { numbers } = data;
  const figures = useMemo(() => ({ ...data, days, onDays }), [data, days]);
  const { chosen, choose } = useCards();
  const [arranging, setArranging] = useState(false);
  const { pages } = useShortcuts();
  // All pages are named on the board already, when they are no more than the shortcuts.
  const ofRole = cardsOfRole(can, pages.length > mostShortcuts);
  const cards = chosen ?? ofRole;
  return (
    <PageBody>
      <PageHeader
        title={pick(page.route)}
        extra={
          numbers === undefined || !hasFigures(can) ? undefined : (
            <span className="db-as-of">
              <LiveBadge />
              <span className="wh-num">{t('asOf', { time: numbers.asOf })}</span>
            </span>
          )
        }
        actions={
          <>
            <LinkButton icon={<HistoryOutlined />} to={hrefOf('dashboard', { view: 'changes' })}>
              {t('changes')}
            </LinkButton>
            {arranging || chosen === undefined ? null : (
              <Button icon={<AppstoreOutlined />} onClick={() => setArranging(true)}>
                {t('arrange')}
              </Button>
            )}
          </>
        }
      />
      {can('alarmManage.query') ? <AlarmStorms /> : null}
      <FiguresContext value={figures}>
        {chosen === undefined ? (
          <LoadingState />
        ) : arranging ? (
          <Suspense fallback={<Board cards={cards} />}>
            <Arranger cards={cards} isOfRole={chosen === null} onChange={choose} onClose={() => setArranging(false)} />
          </Suspense>
        ) : (
          <Board cards={cards} />
        )}
      </FiguresContext>
    </PageBody>
  );
}

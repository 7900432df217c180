import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { usePick } from '../../i18n/lang.ts';
import { hrefOf, usePage } from '../../routing/page.ts';
import { useCan } from '../../session/session.ts';
import { part } from '../../ui/part.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { filtersFor } from './revenue/query.ts';
import { revenueTexts, useRevenueTexts } from './revenue/texts.ts';

const settles = 'revenueManage.settle';

/** Parts of the page, the first without a name in the address: `?view=`. Those of one selection keep its filters. */
const parts = [
  {
    key: 'overview',
    label: revenueTexts.overview,
    keeps: true,
    component: part(() => import('./revenue/Overview.tsx')),
  },
  { key: 'themes', label: revenueTexts.themes, keeps: true, component: part(() => import('./revenue/Ranking.tsx')) },
  { key: 'entries', label: revenueTexts.entries, keeps: true, component: part(() => import('./revenue/Entries.tsx')) },
  {
    key: 'settlement',
    label: revenueTexts.settlement,
    code: settles,
    component: part(() => import('./settlement/Settlements.tsx')),
  },
  {
    key: 'recon',
    label: revenueTexts.recon,
    also: ['reconItem', 'payNotice'],
    component: part(() => import('./recon/Recon.tsx')),
  },
  { key: 'trail', label: revenueTexts.trail, component: part(() => import('./trail/Trail.tsx')) },
] as const;
type Part = (typeof parts)[number];
const first = parts[0];

function partOf(search: URLSearchParams): Part {
  const view = search.get('view');
  return parts.find((one) => one.key === view || ('also' in one && one.also.some((also) => also === view))) ?? first;
}

const keeps = (one: Part): boolean => 'keeps' in one;

/** The ways from one part to the others. */
function Nav(): ReactNode {
  const t = useRevenueTexts();
  const pick = usePick();
  const can = useCan();
  const page = usePage();
  const navigate = useNavigate();
  const current = partOf(page.search);
  const open = parts.filter((one) => !('code' in one) || can(one.code));
  const go = (next: Part): void => {
    const view = next === first ? undefined : next.key;
    if (keeps(current) && keeps(next)) page.setSearch({ ...filtersFor(next.key, page.search), view, page: undefined });
    else void navigate(hrefOf('revenueManage', { view }));
  };
  return (
    <div>
      <Segments
        label={t('parts')}
        options={open.map((one) => ({ key: one.key, label: pick(one.label) }))}
        value={current.key}
        onChange={(key) => go(parts.find((one) => one.key === key) ?? first)}
      />
    </div>
  );
}

/** Revenue of themes, what partners are paid, the bills of channels, and where money went. */
export default function RevenueManage(): ReactNode {
  const { key, component: Shown } = partOf(usePage().search);
  return <Shown key={key} nav={Nav} />;
}

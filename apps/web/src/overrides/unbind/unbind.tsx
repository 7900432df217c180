import { machines } from '@wheelhouse/entities/machines';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../api/query.ts';
import type { CellProps } from '../../entity-ui/cells/types.ts';
import { textOf } from '../../entity-ui/model.ts';
import { useT } from '../../i18n/common.ts';
import { defineOverride } from '../../entity-ui/override.ts';
import { useDict } from '../../reference/reference.ts';
import { hrefOf, usePage } from '../../routing/page.ts';
import { useUnbindTexts } from './texts.ts';
import './unbind.css';

const { pending } = machines['SM-Unbind'].states;
/** Hours after which an application has waited too long. */
const lateHours = 24;

function WaitCell({ value, row }: CellProps): ReactNode {
  const hours = Number(textOf(value));
  const late = Number(row['status']) === pending && hours >= lateHours;
  return <span className={late ? 'wh-num ub-late' : 'wh-num'}>{textOf(value)}</span>;
}

/** States with their numbers; a state is a filter of the list. */
function StatusTabs(): ReactNode {
  const t = useT();
  const texts = useUnbindTexts();
  const { search } = usePage();
  const current = search.get('status.eq') ?? undefined;
  const { data = {} } = useCall<Readonly<Record<string, number>>>('/veh/crm/unbindApplication/counts');
  const all = Object.values(data).reduce((sum, n) => sum + n, 0);
  const tabs = [
    { code: undefined, name: t('all'), n: all },
    ...useDict('UnbindStatus').map(({ code, name }) => ({ code, name, n: data[code] ?? 0 })),
  ];
  return (
    <nav className="ub-tabs" aria-label={texts('byStatus')}>
      {tabs.map(({ code, name, n }) => (
        <Link
          key={code ?? ''}
          to={hrefOf('unbindManage', { 'status.eq': code })}
          aria-current={code === current ? 'page' : undefined}
        >
          {name} <span className="wh-num ub-count">{n}</span>
        </Link>
      ))}
    </nav>
  );
}

/** Applications to unbind: by state, and how long they have waited. */
export const unbindOverride = defineOverride('unbindApplication', {
  cell: { waitHours: WaitCell },
  nav: StatusTabs,
});

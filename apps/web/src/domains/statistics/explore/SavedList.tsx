import { TeamOutlined } from '@ant-design/icons';
import { routeNamed } from '@wheelhouse/entities/routes';
import { statistics } from '@wheelhouse/entities/statistics/all';
import type { ReactNode } from 'react';
import { usePick } from '../../../i18n/lang.ts';
import { Button } from '../../../ui/Button.tsx';
import { Section } from '../../../ui/Layout.tsx';
import type { Exploration } from './model.ts';
import { useExploreTexts } from './texts.ts';

interface SavedListProps {
  readonly rows: readonly Exploration[];
  readonly open: string | undefined;
  readonly userId: string;
  readonly onOpen: (id: string | undefined) => void;
}

/** Saved explorations: one's own, and those of others that are shared with one's roles. */
export function SavedList({ rows, open, userId, onOpen }: SavedListProps): ReactNode {
  const t = useExploreTexts();
  const pick = usePick();
  return (
    <Section
      title={t('saved')}
      flush
      extra={
        open === undefined ? undefined : (
          <Button size="small" onClick={() => onOpen(undefined)}>
            {t('fresh')}
          </Button>
        )
      }
    >
      {rows.length === 0 ? <p className="ex-none wh-faint">{t('none')}</p> : null}
      <ul className="ex-saved">
        {rows.map((row) => {
          const of = statistics[row.statistic];
          const shares = row.roleIds?.length ?? 0;
          const note = row.ownerId !== userId ? t('byOther') : shares > 0 ? t('toRoles', { n: shares }) : undefined;
          return (
            <li key={row.id}>
              <button type="button" aria-current={row.id === open || undefined} onClick={() => onOpen(row.id)}>
                <span>{row.name}</span>
                <span className="wh-faint">
                  {of === undefined ? row.statistic : pick(routeNamed(of.route))}
                  {note === undefined ? null : (
                    <>
                      {' '}
                      <TeamOutlined aria-hidden="true" /> {note}
                    </>
                  )}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

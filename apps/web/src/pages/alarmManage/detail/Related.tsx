import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isOpen, LevelTag } from '../../../overrides/alarm/alarm.tsx';
import { textOf } from '../../../entity-ui/model.ts';
import { useDictLookup } from '../../../reference/reference.ts';
import { hrefOf } from '../../../routing/page.ts';
import { Section } from '../../../ui/Layout.tsx';
import { StatusTag } from '../../../ui/Values.tsx';
import { useAlarmTexts } from '../texts.ts';
import type { AlarmRecord } from './types.ts';

/** What else the vehicle raised lately. */
export function Related({ alarm }: { readonly alarm: AlarmRecord }): ReactNode {
  const texts = useAlarmTexts();
  const dict = useDictLookup();
  return (
    <Section title={texts('related')}>
      {alarm.related.length === 0 ? (
        <p className="wh-faint am-plain">{texts('noRelated')}</p>
      ) : (
        <ul className="am-pushes">
          {alarm.related.map((row) => {
            const status = dict('AlarmHandleStatus', textOf(row['handleStatus']));
            return (
              <li key={row.id}>
                <p>
                  <Link to={hrefOf('alarmDetail', { id: row.id })}>
                    {dict('AlarmType', textOf(row['alarmType']))?.name ?? textOf(row['alarmType'])}
                  </Link>{' '}
                  <LevelTag level={Number(row['level'])} open={isOpen(row)} />{' '}
                  <StatusTag color={status?.color}>{status?.name}</StatusTag>
                </p>
                <p className="wh-faint wh-num">
                  {textOf(row['firstTime'])} · ×{textOf(row['count'])}
                </p>
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}

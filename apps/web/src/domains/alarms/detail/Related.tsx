import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isOpen, LevelTag } from '../alarm.tsx';
import { textOf } from '../../../entity-ui/model.ts';
import { useDictLookup } from '../../../reference/reference.ts';
import { hrefOf } from '../../../routing/page.ts';
import { Section } from '../../../ui/Layout.tsx';
import { Timeline, TimelineEntry } from '../../../ui/Timeline.tsx';
import { DateTime, StatusTag } from '../../../ui/Values.tsx';
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
        <Timeline>
          {alarm.related.map((row) => {
            const status = dict('AlarmHandleStatus', textOf(row.handleStatus));
            return (
              <TimelineEntry
                key={row.id}
                title={
                  <Link to={hrefOf('alarmDetail', { id: row.id })}>
                    {dict('AlarmType', textOf(row.alarmType))?.name ?? textOf(row.alarmType)}
                  </Link>
                }
                tags={
                  <>
                    <LevelTag level={Number(row.level)} open={isOpen(row)} />
                    <StatusTag color={status?.color}>{status?.name}</StatusTag>
                  </>
                }
                actor={<span className="wh-num">×{textOf(row.count)}</span>}
                time={<DateTime value={textOf(row.firstTime)} />}
                tone={isOpen(row) ? 'danger' : 'default'}
              />
            );
          })}
        </Timeline>
      )}
    </Section>
  );
}

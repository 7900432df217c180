import type { ReactNode } from 'react';
import { usePick } from '../../../i18n/lang.ts';
import { useDictLookup } from '../../../reference/reference.ts';
import { Section } from '../../../ui/Layout.tsx';
import { Timeline, TimelineEntry } from '../../../ui/Timeline.tsx';
import { DateTime, StatusTag } from '../../../ui/Values.tsx';
import { useAlarmTexts } from '../texts.ts';
import type { AlarmRecord } from './types.ts';

/** Messages sent to the owner: text, channel and delivery. */
export function PushLog({ alarm }: { readonly alarm: AlarmRecord }): ReactNode {
  const texts = useAlarmTexts();
  const pick = usePick();
  const dict = useDictLookup();
  return (
    <Section title={texts('pushLog')}>
      {alarm.pushes.length === 0 ? (
        <p className="wh-faint am-plain">{texts('noPush')}</p>
      ) : (
        <Timeline>
          {alarm.pushes.map((push) => {
            const status = dict('PushStatus', push.status);
            return (
              <TimelineEntry
                key={`${push.pushId} ${push.channel}`}
                title={dict('PushChannel', push.channel)?.name}
                tags={<StatusTag color={status?.color}>{status?.name}</StatusTag>}
                time={<DateTime value={push.deliveredTime ?? push.sentTime ?? push.createTime} />}
                text={pick(push.body)}
                tone={status?.color}
              />
            );
          })}
        </Timeline>
      )}
    </Section>
  );
}

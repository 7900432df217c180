import type { ReactNode } from 'react';
import { usePick } from '../../../i18n/lang.ts';
import { useDictLookup } from '../../../reference/reference.ts';
import { Section } from '../../../ui/Layout.tsx';
import { DateTime, StatusTag } from '../../../ui/Values.tsx';
import { useAlarmTexts } from '../texts.ts';
import type { AlarmRecord } from './types.ts';

/** What the owner was told, which way, and whether it arrived. */
export function PushLog({ alarm }: { readonly alarm: AlarmRecord }): ReactNode {
  const texts = useAlarmTexts();
  const pick = usePick();
  const dict = useDictLookup();
  return (
    <Section title={texts('pushLog')}>
      {alarm.pushes.length === 0 ? (
        <p className="wh-faint am-plain">{texts('noPush')}</p>
      ) : (
        <ul className="am-pushes">
          {alarm.pushes.map((push) => {
            const status = dict('PushStatus', push.status);
            return (
              <li key={`${push.pushId} ${push.channel}`}>
                <p>
                  <strong>{dict('PushChannel', push.channel)?.name}</strong>{' '}
                  <StatusTag color={status?.color}>{status?.name}</StatusTag>
                </p>
                <p className="am-remark">{pick(push.body)}</p>
                <p className="wh-faint">
                  {texts('sent')} <DateTime value={push.deliveredTime ?? push.sentTime ?? push.createTime} />
                </p>
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}

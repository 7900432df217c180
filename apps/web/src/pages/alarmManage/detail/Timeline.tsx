import type { ReactNode } from 'react';
import { usePick } from '../../../i18n/lang.ts';
import { Section } from '../../../ui/Layout.tsx';
import { DateTime } from '../../../ui/Values.tsx';
import { logTexts, useAlarmTexts } from '../texts.ts';
import type { AlarmRecord, LogRow } from './types.ts';

function Entry({ log }: { readonly log: LogRow }): ReactNode {
  const texts = useAlarmTexts();
  const pick = usePick();
  const text = logTexts[log.action];
  const source = log.remark === 'device' || log.remark === 'server' ? texts(log.remark) : log.remark;
  return (
    <li data-action={log.action}>
      <p>
        <strong>{text === undefined ? log.action : pick(text)}</strong>{' '}
        {log.action === 'assign' ? log.handlerName : log.action === 'raise' ? source : null}
      </p>
      {log.action === 'raise' || !log.remark ? null : <p className="am-remark">{log.remark}</p>}
      <p className="wh-faint">
        {log.operatorName ?? texts('system')} · <DateTime value={log.time} />
      </p>
    </li>
  );
}

/** What became of the alarm, the latest first. */
export function Timeline({ alarm }: { readonly alarm: AlarmRecord }): ReactNode {
  const texts = useAlarmTexts();
  return (
    <Section title={texts('timeline')}>
      <ol className="am-timeline">
        {alarm.logs.map((log) => (
          <Entry key={log.id} log={log} />
        ))}
      </ol>
    </Section>
  );
}

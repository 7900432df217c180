import { useEffect, useState, type ReactNode } from 'react';
import { parseInstant } from '@wheelhouse/contract';
import { useDuration } from '../../../ui/format.ts';
import { StatusTag } from '../../../ui/Values.tsx';
import { useAlarmTexts } from '../texts.ts';
import type { AlarmRecord } from './types.ts';

/** Time left to handle it, counting down. */
export function Sla({ sla }: Pick<AlarmRecord, 'sla'>): ReactNode {
  const texts = useAlarmTexts();
  const duration = useDuration();
  const [now, setNow] = useState(Date.now);
  const open = sla.open === 1;
  useEffect(() => {
    if (!open) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [open]);
  if (!open)
    return (
      <StatusTag color={sla.overdue === 1 ? 'warning' : 'success'}>
        {texts(sla.overdue === 1 ? 'doneLate' : 'inTime')}
      </StatusTag>
    );
  const left = ((parseInstant(sla.dueTime)?.getTime() ?? now) - now) / 1000;
  const t = duration(Math.abs(left));
  return (
    <span className="am-sla" data-late={left < 0} role="timer" title={sla.dueTime}>
      {texts('sla')} <strong className="wh-num">{left < 0 ? texts('late', { t }) : texts('left', { t })}</strong>
    </span>
  );
}

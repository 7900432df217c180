import { useEffect, useState, type ReactNode } from 'react';
import { parseInstant } from '@wheelhouse/contract';
import { durationText, useAlarmCellWords } from '../../../overrides/alarm/texts.ts';
import { StatusTag } from '../../../ui/Values.tsx';
import { useAlarmWords } from '../texts.ts';
import type { AlarmRecord } from './types.ts';

/** Time left to handle it, counting down. */
export function Sla({ sla }: Pick<AlarmRecord, 'sla'>): ReactNode {
  const words = useAlarmWords();
  const units = useAlarmCellWords();
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
        {words(sla.overdue === 1 ? 'doneLate' : 'inTime')}
      </StatusTag>
    );
  const left = ((parseInstant(sla.dueTime)?.getTime() ?? now) - now) / 1000;
  const t = durationText(units, Math.abs(left));
  return (
    <span className="am-sla" data-late={left < 0} role="timer" title={sla.dueTime}>
      {words('sla')} <strong className="wh-num">{left < 0 ? words('late', { t }) : words('left', { t })}</strong>
    </span>
  );
}

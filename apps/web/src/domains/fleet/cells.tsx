import type { ReactNode } from 'react';
import { parseInstant } from '@wheelhouse/contract';
import type { CellProps } from '../../entity-ui/cells/types.ts';
import { textOf } from '../../entity-ui/model.ts';
import { useDictLookup } from '../../reference/reference.ts';
import { none } from '../../ui/format.ts';
import { TimeAgo } from '../../ui/Values.tsx';
import { useNow } from '../../lib/useNow.ts';
import '../../blocks/blocks.css';

const lowPercent = 20;

/** Charge as a number with a bar; red when it is low. */
export function SocCell({ value }: CellProps): ReactNode {
  const percent = Number(textOf(value) || Number.NaN);
  if (!Number.isFinite(percent)) return <span className="wh-faint">{none}</span>;
  return (
    <span className="ov-soc" data-low={percent <= lowPercent}>
      <span className="ov-soc-bar" aria-hidden="true">
        <span style={{ width: `${Math.max(2, Math.min(100, percent))}%` }} />
      </span>
      <span className="wh-num">{percent}%</span>
    </span>
  );
}

export function OnlineCell({ value }: CellProps): ReactNode {
  const dict = useDictLookup();
  const online = Number(value) === 1;
  return (
    <span className="ov-online" data-online={online}>
      {dict('OnlineStatus', online ? 1 : 0)?.name ?? textOf(value)}
    </span>
  );
}

const oldMs = 10 * 60_000;
const tickMs = 30_000;

/** When the newest sample was measured; red when it is too old to rely on. */
export function ReportCell({ value }: CellProps): ReactNode {
  const now = useNow(tickMs);
  const text = textOf(value);
  if (text === '') return <span className="wh-faint">{none}</span>;
  const isOld = now - (parseInstant(text)?.getTime() ?? 0) > oldMs;
  return (
    <span className={isOld ? 'ov-old' : undefined}>
      <TimeAgo value={text} />
    </span>
  );
}

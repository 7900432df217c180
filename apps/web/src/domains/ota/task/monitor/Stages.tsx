import type { ReactNode } from 'react';
import { formatNumber, formatPercent } from '../../../../ui/format.ts';
import { StatusTag, type TagColor } from '../../../../ui/Values.tsx';
import { gateWords } from '../stages.ts';
import { useOtaTexts } from '../texts.ts';
import type { Monitor } from './model.ts';
import { useMonitorTexts, type MonitorTexts } from './texts.ts';
import './monitor.css';

type Stage = Monitor['stages'][number];

/** What a stage is at, and its colour. */
function stateOf(
  texts: MonitorTexts,
  stage: Stage,
  next: Stage | undefined,
): { readonly label: string; readonly color: TagColor } {
  if (!stage.opened) return { label: texts('waiting'), color: 'default' };
  if (stage.forced !== null) return { label: texts('forced'), color: 'warning' };
  if (next?.opened === true) return { label: texts('passed'), color: 'success' };
  if (stage.gate === 'blocked') return { label: texts('blocked'), color: 'danger' };
  if (stage.gate === 'ready' && next !== undefined) return { label: texts('readyGate'), color: 'success' };
  if (stage.done >= stage.target && stage.gate === 'waiting') return { label: texts('holds'), color: 'primary' };
  if (stage.done >= stage.target) return { label: texts('finished'), color: 'success' };
  return { label: texts('open'), color: 'primary' };
}

/** Percent of two counts, or of a rate. */
const percent = (share: number | null): string => formatPercent(share, 1);

/** The stages of a rollout side by side: how far each is, and what it waits for. */
export function Stages({ stages }: { readonly stages: Monitor['stages'] }): ReactNode {
  const texts = useMonitorTexts();
  const ota = useOtaTexts();
  return (
    <ol className="om-stages" aria-label={texts('stages')}>
      {stages.map((stage, at) => {
        const isLast = at === stages.length - 1;
        const { label, color } = stateOf(texts, stage, stages[at + 1]);
        const share = stage.target === 0 ? 0 : stage.done / stage.target;
        const good = stage.target === 0 ? 0 : stage.succeeded / stage.target;
        return (
          <li key={stage.stage} data-opened={stage.opened || undefined}>
            <div className="om-stage-head">
              <strong>{texts('stageN', { n: stage.stage })}</strong>
              <StatusTag color={color}>{label}</StatusTag>
            </div>
            <span className="ot-bar" aria-hidden="true">
              <span data-part="succeeded" style={{ flex: good }} hidden={good === 0} />
              <span data-part="failed" style={{ flex: share - good }} hidden={share <= good} />
              <span data-part="notStarted" style={{ flex: 1 - share }} hidden={share >= 1} />
            </span>
            <div className="om-stage-facts wh-num">
              <span>{texts('done', { done: formatNumber(stage.done), target: formatNumber(stage.target) })}</span>
              <span>
                {texts('successRate')} <b>{percent(stage.successRate)}</b>
              </span>
            </div>
            {stage.underWay === 0 ? null : (
              <div className="om-stage-facts">
                <span>{texts('underWay', { n: formatNumber(stage.underWay) })}</span>
              </div>
            )}
            {stage.forced === null ? null : (
              <div className="om-stage-facts">
                <span>
                  {texts('forcedBy', {
                    by: stage.forced.by ?? '',
                    rate: percent(stage.forced.rate),
                    reason: stage.forced.reason,
                  })}
                </span>
              </div>
            )}
            <div className="om-stage-facts">
              <span>{isLast ? null : gateWords(ota, stage)}</span>
              <span className="wh-num">
                {stage.openTime === null ? null : texts('openedAt', { time: stage.openTime.slice(5, 16) })}
              </span>
            </div>
          </li>
        );
      })}
    </ol>
  );
}

import { Form } from 'antd';
import type { ReactNode } from 'react';
import type { Row } from '@wheelhouse/entities';
import { upToOf, type Stage } from '@wheelhouse/entities/ota/ota-task-rules';
import { rowsOf } from '@wheelhouse/entities/rows-cells';
import RowsInput from '../../../entity-ui/rows/RowsInput.tsx';
import type { InputProps } from '../../../entity-ui/inputs/types.ts';
import type { BelowProps } from '../../../entity-ui/override.ts';
import { formatNumber } from '../../../ui/format.ts';
import { gateWords, hoursWords, leastHours, reachWords, stagesOf } from './stages.ts';
import { useOtaTexts } from './texts.ts';
import './ota.css';

const usual = {
  slow: [
    { percent: 1, minHours: 24, minSuccessRate: 98, minSample: 20 },
    { percent: 10, minHours: 24, minSuccessRate: 97, minSample: 50 },
    { percent: 50, minHours: 24, minSuccessRate: 97, minSample: 200 },
    { percent: 100 },
  ],
  fast: [{ percent: 10, minHours: 24, minSuccessRate: 97, minSample: 50 }, { percent: 100 }],
  whole: [{ percent: 100 }],
} as const;

const percents = (stages: readonly { readonly percent: number }[]): string =>
  stages.map(({ percent }) => `${percent}%`).join(' → ');

/** How many stages of a stored task have begun: they stay as they are. */
export const begunOf = ({ currentStage }: Row = {}): number => (typeof currentStage === 'number' ? currentStage : 0);

/** The stages of a rollout as a table; those that have begun are only read. */
export function StagesInput(props: InputProps): ReactNode {
  const { field, value, onChange, disabled, stored } = props;
  const texts = useOtaTexts();
  if (field.kind !== 'rows') return null;
  const rows = rowsOf(value);
  const begun = Math.min(begunOf(stored), rows.length);
  const kept = rows.slice(0, begun);
  return (
    <>
      {begun === 0 ? null : (
        <ol className="ot-begun">
          {stagesOf(kept).map((stage, at) => (
            <li key={at}>
              <strong>{texts('stageN', { n: at + 1 })}</strong>
              <span>{reachWords(texts, stage)}</span>
              <span>{gateWords(texts, stage)}</span>
              <span className="wh-faint">{texts('stageBegun')}</span>
            </li>
          ))}
        </ol>
      )}
      <RowsInput
        {...props}
        field={field}
        value={rows.slice(begun)}
        onChange={(rest) => onChange([...kept, ...rowsOf(rest)])}
      />
      {begun > 0 || disabled ? null : (
        <div className="ot-presets">
          {Object.entries(usual).map(([key, stages]) => (
            <button key={key} type="button" className="wh-link-button" onClick={() => onChange(stages)}>
              {texts('useStages', { name: stages.length === 1 ? texts('atOnce') : percents(stages) })}
            </button>
          ))}
        </div>
      )}
    </>
  );
}

const heightOf = (reach: number): string => `${0.4 + 4.6 * reach}rem`;

/** How far each stage of a rollout reaches, as a stair. */
export function StageStair({
  stages,
  begun = 0,
  target,
}: {
  readonly stages: readonly Stage[];
  readonly begun?: number;
  /** Vehicles, where that is known. */
  readonly target?: number | undefined;
}): ReactNode {
  const texts = useOtaTexts();
  const most = Math.max(1, ...stages.map(({ count }) => count ?? 0));
  const hours = leastHours(stages);
  return (
    <div>
      <ol className="ot-stair" aria-label={texts('stair')}>
        {stages.map((stage, at) => {
          const { percent, count } = stage;
          const reach = Math.min(1, Math.max(0, percent === null ? (count ?? 0) / most : percent / 100));
          const isLast = at === stages.length - 1;
          return (
            <li key={at} data-begun={at < begun || undefined}>
              <strong className="wh-num">
                {percent === null ? formatNumber(count) : `${percent}%`}
                {target === undefined || percent === null ? null : (
                  <span className="wh-faint"> {formatNumber(upToOf(stage, target))}</span>
                )}
              </strong>
              <i aria-hidden="true" style={{ height: heightOf(reach), opacity: 0.4 + 0.6 * reach }} />
              <small>{isLast ? texts('stageN', { n: at + 1 }) : gateWords(texts, stage)}</small>
            </li>
          );
        })}
      </ol>
      <p className="ot-sentence">
        {hours === 0 ? texts('stairHint') : texts('leastTime', { n: hoursWords(texts, hours) })}
      </p>
    </div>
  );
}

/** Under the stages of a form. */
export function StairBelow({ stored }: BelowProps): ReactNode {
  const form = Form.useFormInstance();
  const value: unknown = Form.useWatch('stages', { form, preserve: true });
  const stages = stagesOf(value);
  return stages.length === 0 ? null : <StageStair stages={stages} begun={begunOf(stored)} />;
}

/** The rule that stops a task by itself, as a sentence. */
export function AbortWords({ rate, least }: { readonly rate: unknown; readonly least: unknown }): ReactNode {
  const texts = useOtaTexts();
  if (typeof rate !== 'number' || typeof least !== 'number') return null;
  return <p className="ot-sentence">{texts('abortRule', { n: formatNumber(least), p: rate })}</p>;
}

export function AbortBelow(): ReactNode {
  const form = Form.useFormInstance();
  const rate: unknown = Form.useWatch('abortFailRate', { form, preserve: true });
  const least: unknown = Form.useWatch('minExecuted', { form, preserve: true });
  return <AbortWords rate={rate} least={least} />;
}

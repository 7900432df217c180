import { listOf } from '@wheelhouse/contract/object';
import { ExclamationCircleOutlined, InfoCircleOutlined, WarningOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { labelOf, nameKey, type EntityDef, type Row } from '@wheelhouse/entities';
import { otaTask } from '@wheelhouse/entities/ota/ota-task';
import { plain } from '@wheelhouse/entities/registry';
import { FieldValue } from '../../../entity-ui/cells/index.tsx';
import { formSections, writable } from '../../../entity-ui/form/changes.ts';
import type { StepPartProps } from '../../../entity-ui/form/StepForm.tsx';
import { isEmpty, textOf } from '../../../entity-ui/model.ts';
import { useRefNames } from '../../../entity-ui/refs/useRefOptions.ts';
import { usePick } from '../../../i18n/lang.ts';
import { formatNumber } from '../../../ui/format.ts';
import { DescriptionList, Section } from '../../../ui/Layout.tsx';
import { useFirmware } from './Notice.tsx';
import { risksOf } from './risks.ts';
import { AbortWords, begunOf, StageStair } from './Stages.tsx';
import { hoursWords, stagesOf } from './stages.ts';
import { useTarget } from './TargetPreview.tsx';
import { useOtaTexts } from './texts.ts';
import { WindowWords } from './Window.tsx';
import './ota.css';

const entity: EntityDef = plain(otaTask);

/** Shown as a drawing or a sentence instead. */
const drawn: ReadonlySet<string> = new Set([
  'stages',
  'windowStart',
  'windowEnd',
  'abortFailRate',
  'minExecuted',
  'noticeTitle',
  'noticeTitleEn',
  'notice',
  'noticeEn',
]);
const wideKinds: ReadonlySet<string> = new Set(['longText', 'tags', 'refMany', 'rows']);

/** A value of the form; records by their names. */
function Entered({
  name,
  values,
  to,
}: {
  readonly name: string;
  readonly values: Row;
  readonly to?: string | undefined;
}): ReactNode {
  const given = values[name];
  const ids = to === undefined ? [] : Array.isArray(given) ? listOf(given) : [textOf(given)];
  const names = useRefNames({ entity: to ?? '', field: `${entity.name}.${name}`, all: true }, ids);
  const called = ids.map((id) => names.get(id) ?? id);
  const row = {
    id: '',
    ...values,
    ...(to === undefined ? {} : { [nameKey(name)]: Array.isArray(given) ? called : called[0] }),
  };
  return <FieldValue entity={entity} name={name} row={row} place="detail" />;
}

const icons = {
  danger: <ExclamationCircleOutlined aria-hidden="true" />,
  warning: <WarningOutlined aria-hidden="true" />,
  info: <InfoCircleOutlined aria-hidden="true" />,
} as const;

function Risks({
  values,
  count,
  busy,
}: {
  readonly values: Row;
  readonly count: number | undefined;
  readonly busy: number;
}): ReactNode {
  const texts = useOtaTexts();
  const pick = usePick();
  const releaseType = useFirmware(values)?.releaseType;
  const risks = risksOf({
    values,
    count,
    busy,
    releaseType: releaseType === undefined ? undefined : Number(releaseType),
  });
  return (
    <Section title={texts('risks')}>
      {risks.length === 0 ? (
        <p className="ot-sentence">{texts('noRisk')}</p>
      ) : (
        <ul className="ot-risks">
          {risks.map(({ tone, text }) => (
            <li key={text.en} data-tone={tone}>
              {icons[tone]}
              <span>{pick(text)}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** How the task goes: its stages, how long they and the notices take, when vehicles upgrade, and what stops it. */
function Plan({
  values,
  count,
  begun,
}: {
  readonly values: Row;
  readonly count: number | undefined;
  readonly begun: number;
}): ReactNode {
  const texts = useOtaTexts();
  const { windowStart, windowEnd, abortFailRate, minExecuted, ratePerMinute, stages: given } = values;
  const stages = stagesOf(given);
  const rate = Number(ratePerMinute ?? 0);
  const minutes = count === undefined || rate < 1 ? 0 : Math.ceil(count / rate);
  return (
    <Section title={texts('stair')}>
      <div className="eu-stack">
        {stages.length === 0 ? null : <StageStair stages={stages} begun={begun} target={count} />}
        <div>
          {minutes === 0 ? null : (
            <p className="ot-sentence">
              {texts('atRate', {
                rate: formatNumber(rate),
                count: formatNumber(count),
                time: minutes < 120 ? texts('minutes', { n: minutes }) : hoursWords(texts, Math.ceil(minutes / 60)),
              })}
            </p>
          )}
          <AbortWords rate={abortFailRate} least={minExecuted} />
          <WindowWords from={textOf(windowStart)} to={textOf(windowEnd)} />
        </div>
      </div>
    </Section>
  );
}

/** The last step: everything that was entered, in words and as a plan, and what to think about before it is submitted. */
export function Confirm({ values, stored }: StepPartProps): ReactNode {
  const pick = usePick();
  const { data } = useTarget(values, stored?.id);
  const sections = formSections(entity).map(({ title, names }) => ({
    title,
    names: names.filter((name) => {
      const field = writable(entity, name);
      return !drawn.has(name) && field !== undefined && field.visible?.(values) !== false && !isEmpty(values[name]);
    }),
  }));
  return (
    <div className="eu-stack">
      <Risks
        values={values}
        count={data?.count}
        busy={data?.excluded.find(({ reason }) => reason === 'busy')?.count ?? 0}
      />
      <Plan values={values} count={data?.count} begun={begunOf(stored)} />
      {sections
        .filter(({ names }) => names.length > 0)
        .map(({ title, names }, at) => (
          <Section key={at} title={title === undefined ? undefined : pick(title)}>
            <DescriptionList
              items={names.map((name) => {
                const field = writable(entity, name);
                return {
                  key: name,
                  label: pick(labelOf(entity, name)),
                  wide: field !== undefined && wideKinds.has(field.kind),
                  value: (
                    <Entered
                      name={name}
                      values={values}
                      to={field?.kind === 'ref' || field?.kind === 'refMany' ? field.to : undefined}
                    />
                  ),
                };
              })}
            />
          </Section>
        ))}
    </div>
  );
}

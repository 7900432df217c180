import { recordOf } from '@wheelhouse/contract/object';
import type { ReactNode } from 'react';
import { derivedFields, telemetryFields, type TelemetryField } from '@wheelhouse/contract/device/fields';
import { labelOf, vehicleStatusEntity } from '../../fleet/status-entity.ts';
import { isEmpty, textOf } from '../../../entity-ui/model.ts';
import { FieldValue } from '../../../entity-ui/cells/index.tsx';
import { usePick, type Text } from '../../../i18n/lang.ts';
import { formatNumber, none } from '../../../ui/format.ts';
import { DescriptionList, Section } from '../../../ui/Layout.tsx';
import { EmptyState } from '../../../ui/States.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { DateTime } from '../../../ui/Values.tsx';
import { useDictLookup } from '../../../reference/reference.ts';
import { useAlarmTexts } from '../texts.ts';
import { eventField, groupsOf, isOut } from './snapshot-groups.ts';
import type { AlarmRecord } from './types.ts';

type Values = Readonly<Record<string, unknown>>;
const fields: ReadonlyMap<string, TelemetryField> = new Map(
  (telemetryFields as readonly TelemetryField[]).map((field) => [field.name, field]),
);
const derived: Readonly<Record<string, { readonly label: Text }>> = derivedFields;
const apart: ReadonlySet<string> = new Set(['reportTime', 'batteries', 'data']);

/** A value with its unit, by the catalogue of telemetry; by the live state's field where it is a code or a flag. */
function Value({ name, values }: { readonly name: string; readonly values: Values }): ReactNode {
  const field = fields.get(name);
  const value = values[name];
  const isNumber = typeof value === 'number' && field?.wire !== 'boolean' && field?.wire !== 'choice';
  if (isNumber && field !== undefined)
    return (
      <span className="wh-num">{`${formatNumber(value, field.digits)}${field.unit === undefined ? '' : ` ${field.unit}`}`}</span>
    );
  if (vehicleStatusEntity.fields[name] !== undefined)
    return <FieldValue entity={vehicleStatusEntity} name={name} row={{ id: '', ...values }} place="detail" />;
  return <span className="wh-num">{textOf(value) || JSON.stringify(value)}</span>;
}

const known = (name: string): boolean =>
  fields.has(name) || Object.hasOwn(derived, name) || vehicleStatusEntity.fields[name] !== undefined;

function Batteries({ list }: { readonly list: readonly Values[] }): ReactNode {
  const texts = useAlarmTexts();
  const pick = usePick();
  const columns = ['soc', 'soh', 'voltageV', 'currentA', 'tempMaxC', 'tempMinC'] as const;
  const cell = (values: Values, name: string): string =>
    typeof values[name] === 'number'
      ? `${formatNumber(values[name], fields.get(name)?.digits)} ${fields.get(name)?.unit ?? ''}`
      : none;
  return (
    <DataTable
      dense
      label={texts('batteries')}
      rows={list}
      rowKey={(values) => textOf(values['batterySn'])}
      columns={[
        {
          key: 'batterySn',
          label: texts('batteries'),
          head: true,
          num: true,
          render: (values) => textOf(values['batterySn']),
        },
        ...columns.map((name) => ({
          key: name,
          label: pick(fields.get(name)?.label ?? { zh: name, en: name }),
          num: true,
          render: (values: Values) => cell(values, name),
        })),
        {
          key: 'cellDiffMv',
          label: 'Δ mV',
          num: true,
          render: (values) => formatNumber(textOf(values['cellDiffMv'])),
        },
      ]}
    />
  );
}

/** What the event itself carried, as text where the platform knows the names. */
function EventData({ data }: { readonly data: Values }): ReactNode {
  const texts = useAlarmTexts();
  const pick = usePick();
  const dict = useDictLookup();
  const text = (key: string, value: unknown): string => {
    if (key === 'part') return dict('DeviceType', String(value))?.name ?? String(value);
    const unit = eventField(key)?.unit;
    const shown =
      typeof value === 'number'
        ? formatNumber(value)
        : typeof value === 'object'
          ? JSON.stringify(value)
          : String(value);
    return unit === undefined ? shown : `${shown} ${unit}`;
  };
  return (
    <div>
      <h3 className="am-small">{texts('eventData')}</h3>
      <DescriptionList
        items={Object.entries(data).map(([key, value]) => {
          const label = eventField(key)?.label;
          return {
            key,
            label: label === undefined ? <code>{key}</code> : pick(label),
            value: <span className="wh-num">{text(key, value)}</span>,
          };
        })}
      />
    </div>
  );
}

/** Label without a unit: the value has it. */
const labelFor = (name: string): Text =>
  fields.get(name)?.label ??
  derived[name]?.label ??
  (vehicleStatusEntity.fields[name] ? labelOf(name) : { zh: name, en: name });

/** What the vehicle said when it was raised; for an alarm of the battery, the batteries too. */
export function Snapshot({ alarm }: { readonly alarm: AlarmRecord }): ReactNode {
  const texts = useAlarmTexts();
  const pick = usePick();
  const snapshot = recordOf(alarm.snapshot);
  const shown = Object.keys(snapshot).filter((name) => !apart.has(name) && known(name) && !isEmpty(snapshot[name]));
  const groups = groupsOf(textOf(alarm.alarmType), snapshot, shown);
  const batteries = Array.isArray(snapshot['batteries']) ? snapshot['batteries'].map(recordOf) : [];
  const data = recordOf(snapshot['data']);
  const hasData = Object.keys(data).length > 0;
  return (
    <Section title={texts('snapshot')} extra={<DateTime value={textOf(snapshot['reportTime'])} />}>
      {groups.length === 0 && !hasData ? (
        <EmptyState small title={texts('noSnapshot')} />
      ) : (
        <div className="eu-stack">
          {groups.map(({ title, names }) => (
            <div key={title}>
              <h3 className="am-small">{texts(title)}</h3>
              <DescriptionList
                items={names.map((name) => ({
                  key: name,
                  label: pick(labelFor(name)),
                  value: (
                    <span className={isOut(name, snapshot[name]) ? 'am-out' : undefined}>
                      <Value name={name} values={snapshot} />
                    </span>
                  ),
                }))}
              />
            </div>
          ))}
          {batteries.length === 0 ? null : <Batteries list={batteries} />}
          {hasData ? <EventData data={data} /> : null}
        </div>
      )}
    </Section>
  );
}

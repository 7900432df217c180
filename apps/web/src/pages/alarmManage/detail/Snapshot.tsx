import type { ReactNode } from 'react';
import { derivedFields, telemetryFields, type TelemetryField } from '@wheelhouse/contract/device/fields';
import { labelOf, vehicleStatusEntity } from '../../../overrides/vehicle/status-entity.ts';
import { textOf } from '../../../entity-ui/model.ts';
import { FieldValue } from '../../../entity-ui/cells/index.tsx';
import { usePick, type Text } from '../../../i18n/lang.ts';
import { formatNumber, none } from '../../../ui/format.ts';
import { DescriptionList, Section } from '../../../ui/Layout.tsx';
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx';
import { EmptyState } from '../../../ui/States.tsx';
import { DateTime } from '../../../ui/Values.tsx';
import { useAlarmWords } from '../texts.ts';
import type { AlarmRecord } from './types.ts';

type Values = Readonly<Record<string, unknown>>;
const fields: ReadonlyMap<string, TelemetryField> = new Map(
  (telemetryFields as readonly TelemetryField[]).map((field) => [field.name, field]),
);
const derived: Readonly<Record<string, { readonly label: Text }>> = derivedFields;
const apart: ReadonlySet<string> = new Set(['reportTime', 'batteries', 'data']);
const recordOf = (value: unknown): Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {};

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
  const words = useAlarmWords();
  const pick = usePick();
  const columns = ['soc', 'soh', 'voltageV', 'currentA', 'tempMaxC', 'tempMinC'] as const;
  const cell = (values: Values, name: string): string =>
    typeof values[name] === 'number'
      ? `${formatNumber(values[name], fields.get(name)?.digits)} ${fields.get(name)?.unit ?? ''}`
      : none;
  return (
    <ScrollRegion className="am-scroll" label={words('batteries')}>
      <table className="am-rules">
        <thead>
          <tr>
            <th scope="col">{words('batteries')}</th>
            {columns.map((name) => (
              <th key={name} scope="col">
                {pick(fields.get(name)?.label ?? { zh: name, en: name })}
              </th>
            ))}
            <th scope="col">Δ mV</th>
          </tr>
        </thead>
        <tbody>
          {list.map((values) => (
            <tr key={textOf(values['batterySn'])}>
              <th scope="row" className="wh-num">
                {textOf(values['batterySn'])}
              </th>
              {columns.map((name) => (
                <td key={name} className="wh-num">
                  {cell(values, name)}
                </td>
              ))}
              <td className="wh-num">{formatNumber(textOf(values['cellDiffMv']))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** What the vehicle said when it was raised; for an alarm of the battery, the batteries too. */
export function Snapshot({ alarm }: { readonly alarm: AlarmRecord }): ReactNode {
  const words = useAlarmWords();
  const pick = usePick();
  const snapshot = recordOf(alarm['snapshot']);
  const names = Object.keys(snapshot).filter((name) => !apart.has(name) && known(name));
  const batteries = Array.isArray(snapshot['batteries']) ? snapshot['batteries'].map(recordOf) : [];
  const data = Object.entries(recordOf(snapshot['data']));
  const labelFor = (name: string): string =>
    pick(
      vehicleStatusEntity.fields[name] === undefined
        ? (fields.get(name)?.label ?? derived[name]?.label ?? { zh: name, en: name })
        : labelOf(name),
    );
  return (
    <Section title={words('snapshot')} extra={<DateTime value={textOf(snapshot['reportTime'])} />}>
      {names.length === 0 && data.length === 0 ? (
        <EmptyState small title={words('noSnapshot')} />
      ) : (
        <div className="eu-stack">
          <DescriptionList
            items={names.map((name) => ({
              key: name,
              label: labelFor(name),
              value: <Value name={name} values={snapshot} />,
            }))}
          />
          {batteries.length === 0 ? null : <Batteries list={batteries} />}
          {data.length === 0 ? null : (
            <div>
              <h3 className="am-small">{words('eventData')}</h3>
              <DescriptionList
                items={data.map(([key, value]) => ({
                  key,
                  label: <code>{key}</code>,
                  value: (
                    <span className="wh-num">{typeof value === 'object' ? JSON.stringify(value) : String(value)}</span>
                  ),
                }))}
              />
            </div>
          )}
        </div>
      )}
    </Section>
  );
}

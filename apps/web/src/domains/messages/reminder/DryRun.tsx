import { Form } from 'antd';
import { useState, type ReactNode } from 'react';
import type { ReminderDryRun, ReminderVehicle } from '@wheelhouse/contract/calls/messages/reminders';
import { recordOf } from '@wheelhouse/contract/object';
import type { Row } from '@wheelhouse/entities';
import { conditionFault, conditionsOf } from '@wheelhouse/entities/messages/reminder-condition';
import type { RowOf } from '@wheelhouse/entities/rows';
import { useCall } from '../../../api/query.ts';
import { usePick } from '../../../i18n/lang.ts';
import type { AskProps, BelowProps } from '../../../entity-ui/override.ts';
import { useCan } from '../../../session/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { formatNumber, none } from '../../../ui/format.ts';
import { Section } from '../../../ui/Layout.tsx';
import { PendingState } from '../../../ui/States.tsx';
import { DataTable, type TableColumn } from '../../../ui/table/DataTable.tsx';
import { leftOutTexts, useReminderTexts } from './texts.ts';
import './reminder.css';

const path = '/msg/crm/serviceMessage/dryRun';
const right = 'serviceReminderManage.dryRun';

/** Who would be reminded now, and why others that are due would not. */
function Outcome({ data }: { readonly data: ReminderDryRun }): ReactNode {
  const texts = useReminderTexts();
  const pick = usePick();
  const columns: readonly TableColumn<ReminderVehicle>[] = [
    { key: 'vin', label: texts('vin'), head: true, num: true, render: ({ vin }) => vin ?? none },
    { key: 'model', label: texts('model'), render: ({ vehicleName }) => pick(vehicleName) },
    { key: 'owner', label: texts('owner'), render: ({ nickname }) => nickname ?? none },
    { key: 'mobile', label: texts('mobile'), num: true, render: ({ mobile }) => mobile ?? none },
    { key: 'dueDate', label: texts('dueDate'), num: true, render: ({ dueDate }) => dueDate },
    {
      key: 'odometer',
      label: texts('odometer'),
      num: true,
      align: 'end',
      render: ({ odometerKm }) => (odometerKm === null ? none : formatNumber(odometerKm)),
    },
    ...(data.sample.some(({ soh }) => soh !== null)
      ? [
          {
            key: 'soh',
            label: texts('soh'),
            num: true,
            align: 'end' as const,
            render: ({ soh }: ReminderVehicle) => soh ?? none,
          },
        ]
      : []),
  ];
  const causes: readonly TableColumn<ReminderVehicle>[] = [
    { key: 'why', label: texts('why'), render: ({ why }) => (why === null ? none : pick(leftOutTexts[why])) },
    { key: 'lastDate', label: texts('lastDate'), num: true, render: ({ lastDate }) => lastDate ?? none },
  ];
  const table = (label: string, rows: readonly ReminderVehicle[], shown: typeof columns): ReactNode =>
    rows.length === 0 ? null : (
      <DataTable
        dense
        lines
        height={240}
        label={label}
        rows={rows}
        rowKey={({ vehicleId }) => vehicleId}
        columns={shown}
      />
    );
  return (
    <>
      <output aria-live="polite">
        {data.count === 0 ? texts('nobody') : texts('found', { n: formatNumber(data.count) })}
      </output>
      {table(texts('samples'), data.sample, columns)}
      {data.skipped.length === 0 ? null : (
        <>
          <span>{texts('leftOut')}</span>
          <ul className="rm-left-out">
            {data.skipped.map(({ why, n }) => (
              <li key={why}>
                {pick(leftOutTexts[why])} <span className="wh-num">{formatNumber(n)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {table(texts('leftOut'), data.skippedSample, [...columns.slice(0, 4), ...causes])}
    </>
  );
}

/** Asks for the dry run of what was entered when the button was pressed. */
function Asked({ form, isReady }: { readonly form: Row; readonly isReady: boolean }): ReactNode {
  const texts = useReminderTexts();
  const [asked, setAsked] = useState<string>();
  const current = JSON.stringify(form);
  const isAsked = isReady && asked === current;
  const { data, error, refetch } = useCall(path, form, { enabled: isAsked, inlineErrors: true, staleTime: 0 });
  return (
    <div className="rm-dry-run">
      <Button
        disabled={!isReady}
        loading={isAsked && data === undefined && error === null}
        onClick={() => (isAsked ? void refetch() : setAsked(current))}
      >
        {texts('dryRun')}
      </Button>
      {!isAsked ? null : data === undefined ? (
        <PendingState small error={error} onRetry={() => void refetch()} />
      ) : (
        <Outcome data={data} />
      )}
    </div>
  );
}

const asked = ['reminderType', 'mode', 'condition', 'vehicleTypeIds', 'cityCodes', 'dealerIds', 'repeatDays'] as const;

/** Under the condition of a form: of one that was saved, its earlier runs count too. */
export function FormDryRun({ stored }: BelowProps): ReactNode {
  const can = useCan();
  const form = Form.useFormInstance();
  const watched: unknown = Form.useWatch([], { form, preserve: true });
  const values = recordOf(watched);
  const { reminderType, condition } = values;
  if (!can(right)) return null;
  const known: Row = Object.fromEntries(
    asked.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
  );
  const isReady = conditionsOf(reminderType).length > 0 && Boolean(condition) && conditionFault(values) === undefined;
  return <Asked form={stored === undefined ? known : { ...known, id: stored.id }} isReady={isReady} />;
}

/** In the question before a reminder is enabled. Of several, the question has the count alone. */
export function EnableDryRun({ ids }: AskProps): ReactNode {
  const can = useCan();
  const [id = ''] = ids;
  const isShown = ids.length === 1 && can(right);
  const { data, error, refetch } = useCall(path, { id }, { enabled: isShown, inlineErrors: true, staleTime: 0 });
  if (!isShown) return null;
  return (
    <div className="rm-dry-run">
      {data === undefined ? (
        <PendingState small error={error} onRetry={() => void refetch()} />
      ) : (
        <Outcome data={data} />
      )}
    </div>
  );
}

/** Of a stored reminder: its earlier runs count too. */
export function StoredDryRun({ row }: { readonly row: RowOf<'serviceMessage'> }): ReactNode {
  const texts = useReminderTexts();
  return (
    <Section title={texts('dryRun')}>
      <Asked form={{ id: row.id }} isReady />
    </Section>
  );
}

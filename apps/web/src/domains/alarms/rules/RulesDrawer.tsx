import { recordOf } from '@wheelhouse/contract/object';
import type { ListRowOf } from '@wheelhouse/entities/rows';
import { ArrowLeftOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { useState, type ReactNode } from 'react';
import { labelOf } from '@wheelhouse/entities';
import { alarmRule } from '@wheelhouse/entities/alarms/alarm-rule';
import { alarmTypeSeed } from '@wheelhouse/entities/alarms/types';
import { ruleParams } from '@wheelhouse/entities/alarms/rule-params';
import { plain } from '@wheelhouse/entities/registry';
import { useCall } from '../../../api/query.ts';
import { Dialogs } from '../../../entity-ui/dialogs.tsx';
import { History } from '../../../entity-ui/detail/History.tsx';
import { Tabs } from '../../../entity-ui/Tabs.tsx';
import { textOf } from '../../../entity-ui/model.ts';
import { usePick } from '../../../i18n/lang.ts';
import { useT } from '../../../i18n/common.ts';
import { LevelTag } from '../alarm.tsx';
import { useDict, useDictLookup } from '../../../reference/reference.ts';
import { PendingState } from '../../../ui/States.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { LabelTag } from '../../../ui/Values.tsx';
import { useAlarmTexts } from '../texts.ts';
import { RuleForm } from './RuleForm.tsx';

/** Thresholds of a rule as text. */
function Thresholds({ row }: { readonly row: ListRowOf<'alarmRule'> }): ReactNode {
  const texts = useAlarmTexts();
  const pick = usePick();
  const values = recordOf(row.params);
  const known = ruleParams(textOf(row.alarmType));
  if (known.length === 0) return <span className="wh-faint">{texts('noParams')}</span>;
  return (
    <span className="am-params">
      {known.map(({ key, label, unit }) => (
        <span key={key}>
          {pick(label)} <strong className="wh-num">{textOf(values[key])}</strong> {unit}
        </span>
      ))}
    </span>
  );
}

function RuleTable({
  rows,
  onEdit,
}: {
  readonly rows: readonly ListRowOf<'alarmRule'>[];
  readonly onEdit: (row: ListRowOf<'alarmRule'>) => void;
}): ReactNode {
  const texts = useAlarmTexts();
  const t = useT();
  const pick = usePick();
  const dict = useDictLookup();
  const classes = useDict('AlarmClass');
  const classOf = (row: ListRowOf<'alarmRule'>): string =>
    String(alarmTypeSeed(textOf(row.alarmType))?.alarmClass ?? '');
  const order = [...classes.map(({ code }) => code), ''];
  const place = (row: ListRowOf<'alarmRule'>): number => order.indexOf(classOf(row));
  const nameOf = (row: ListRowOf<'alarmRule'>): string =>
    dict('AlarmType', textOf(row.alarmType))?.name ?? textOf(row.alarmType);
  return (
    <DataTable
      label={texts('rules')}
      height="none"
      rows={rows.toSorted((a, b) => place(a) - place(b))}
      rowKey={(row) => row.id}
      groupOf={(row) =>
        classes.find(({ code }) => code === classOf(row))?.name ?? dict('AlarmType', 'UNKNOWN')?.name ?? ''
      }
      columns={[
        { key: 'type', label: texts('type'), head: true, width: 120, render: nameOf },
        {
          key: 'level',
          label: pick(labelOf(plain(alarmRule), 'level')),
          render: (row) => (
            <>
              <LevelTag level={Number(row.level)} />{' '}
              {Number(row.enabled) === 1 ? null : <LabelTag>{texts('off')}</LabelTag>}
            </>
          ),
        },
        { key: 'thresholds', label: texts('thresholds'), width: 200, render: (row) => <Thresholds row={row} /> },
        {
          key: 'owner',
          label: texts('owner'),
          render: (row) => texts(Number(row.pushOwner) === 1 ? 'notifyOwner' : 'notifyNobody'),
        },
        { key: 'version', label: texts('version'), num: true, render: (row) => textOf(row.ruleVersion) },
        {
          key: 'edit',
          label: texts('edit'),
          quiet: true,
          render: (row) => (
            <button
              type="button"
              className="wh-link-button"
              aria-label={`${t('edit')} ${nameOf(row)}`}
              onClick={() => onEdit(row)}
            >
              {t('edit')}
            </button>
          ),
        },
      ]}
    />
  );
}

/** How each type of alarm is judged and notified. */
export default function RulesDrawer({ onClose }: { readonly onClose: () => void }): ReactNode {
  const texts = useAlarmTexts();
  const dict = useDictLookup();
  const [id, setId] = useState<string>();
  const { data, error, refetch } = useCall(
    '/veh/crm/alarmRule/list',
    { page: 1, pageSize: 200 },
    { inlineErrors: true },
  );
  const row = data?.list.find((one) => one.id === id);
  const name =
    row === undefined ? undefined : (dict('AlarmType', textOf(row.alarmType))?.name ?? textOf(row.alarmType));
  return (
    <Drawer
      open
      size={820}
      onClose={onClose}
      title={name === undefined ? texts('rules') : `${texts('rules')} · ${name}`}
    >
      <Dialogs>
        {data === undefined ? (
          <PendingState error={error} onRetry={() => void refetch()} />
        ) : row === undefined ? (
          <RuleTable rows={data.list} onEdit={(one) => setId(one.id)} />
        ) : (
          <>
            <Button type="text" icon={<ArrowLeftOutlined />} onClick={() => setId(undefined)}>
              {texts('back')}
            </Button>
            <Tabs
              items={[
                {
                  key: 'edit',
                  label: texts('edit'),
                  children: <RuleForm key={textOf(row.rev)} row={row} onSaved={() => void refetch()} />,
                },
                {
                  key: 'history',
                  label: texts('history'),
                  children: <History entity={plain(alarmRule)} id={row.id} />,
                },
              ]}
            />
          </>
        )}
      </Dialogs>
    </Drawer>
  );
}

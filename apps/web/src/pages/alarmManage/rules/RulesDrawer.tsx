import { ArrowLeftOutlined } from '@ant-design/icons';
import { Button, Drawer, Tabs } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Page } from '@wheelhouse/contract';
import { labelOf } from '@wheelhouse/entities';
import { alarmRule } from '@wheelhouse/entities/alarms/alarm-rule';
import { alarmTypeSeed } from '@wheelhouse/entities/alarms/types';
import { ruleParams } from '@wheelhouse/entities/alarms/rule-params';
import { plain } from '@wheelhouse/entities/registry';
import { useCall } from '../../../api/query.ts';
import { Dialogs } from '../../../entity-ui/dialogs.tsx';
import { History } from '../../../entity-ui/detail/History.tsx';
import { textOf, type EntityRow } from '../../../entity-ui/model.ts';
import { usePick } from '../../../i18n/lang.ts';
import { useT } from '../../../i18n/common.ts';
import { LevelTag } from '../../../overrides/alarm/alarm.tsx';
import { useDict, useDictLookup } from '../../../reference/reference.ts';
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx';
import { PendingState } from '../../../ui/States.tsx';
import { StatusTag } from '../../../ui/Values.tsx';
import { useAlarmWords } from '../texts.ts';
import { RuleForm } from './RuleForm.tsx';

/** Thresholds of a rule in words. */
function Thresholds({ row }: { readonly row: EntityRow }): ReactNode {
  const words = useAlarmWords();
  const pick = usePick();
  const values = (row['params'] ?? {}) as Readonly<Record<string, unknown>>;
  const known = ruleParams(textOf(row['alarmType']));
  if (known.length === 0) return <span className="wh-faint">{words('noParams')}</span>;
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
  readonly rows: readonly EntityRow[];
  readonly onEdit: (row: EntityRow) => void;
}): ReactNode {
  const words = useAlarmWords();
  const t = useT();
  const pick = usePick();
  const dict = useDictLookup();
  const classes = useDict('AlarmClass');
  const classOf = (row: EntityRow): string => String(alarmTypeSeed(textOf(row['alarmType']))?.alarmClass ?? '');
  const groups = [
    ...classes.map(({ code, name }) => ({ code, name })),
    { code: '', name: dict('AlarmType', 'UNKNOWN')?.name ?? '' },
  ];
  return (
    <ScrollRegion className="am-scroll" label={words('rules')}>
      <table className="am-rules">
        <thead>
          <tr>
            <th scope="col">{words('type')}</th>
            <th scope="col">{pick(labelOf(plain(alarmRule), 'level'))}</th>
            <th scope="col">{words('thresholds')}</th>
            <th scope="col">{words('owner')}</th>
            <th scope="col">{words('version')}</th>
            <th scope="col">
              <span className="wh-visually-hidden">{words('edit')}</span>
            </th>
          </tr>
        </thead>
        {groups.map((group) => {
          const own = rows.filter((row) => classOf(row) === group.code);
          return own.length === 0 ? null : (
            <tbody key={group.code}>
              <tr className="am-group">
                <th scope="rowgroup" colSpan={6}>
                  {group.name}
                </th>
              </tr>
              {own.map((row) => {
                const name = dict('AlarmType', textOf(row['alarmType']))?.name ?? textOf(row['alarmType']);
                const on = Number(row['enabled']) === 1;
                return (
                  <tr key={row.id}>
                    <th scope="row">{name}</th>
                    <td>
                      <LevelTag level={Number(row['level'])} /> {on ? null : <StatusTag>{words('off')}</StatusTag>}
                    </td>
                    <td>
                      <Thresholds row={row} />
                    </td>
                    <td>{words(Number(row['pushOwner']) === 1 ? 'toldOwner' : 'notTold')}</td>
                    <td className="wh-num">{textOf(row['ruleVersion'])}</td>
                    <td>
                      <button
                        type="button"
                        className="eu-link-button"
                        aria-label={`${t('edit')} ${name}`}
                        onClick={() => onEdit(row)}
                      >
                        {t('edit')}
                      </button>
                    </td>
                  </tr>
                );
              })}
            </tbody>
          );
        })}
      </table>
    </ScrollRegion>
  );
}

/** How each type of alarm is judged and told. */
export default function RulesDrawer({ onClose }: { readonly onClose: () => void }): ReactNode {
  const words = useAlarmWords();
  const dict = useDictLookup();
  const [id, setId] = useState<string>();
  const { data, error, refetch } = useCall<Page<EntityRow>>(
    '/veh/crm/alarmRule/list',
    { page: 1, pageSize: 200 },
    { inlineErrors: true },
  );
  const row = data?.list.find((one) => one.id === id);
  const name =
    row === undefined ? undefined : (dict('AlarmType', textOf(row['alarmType']))?.name ?? textOf(row['alarmType']));
  return (
    <Drawer
      open
      size={820}
      onClose={onClose}
      title={name === undefined ? words('rules') : `${words('rules')} · ${name}`}
    >
      <Dialogs>
        {data === undefined ? (
          <PendingState error={error} onRetry={() => void refetch()} />
        ) : row === undefined ? (
          <RuleTable rows={data.list} onEdit={(one) => setId(one.id)} />
        ) : (
          <>
            <Button type="text" icon={<ArrowLeftOutlined />} onClick={() => setId(undefined)}>
              {words('back')}
            </Button>
            <Tabs
              items={[
                {
                  key: 'edit',
                  label: words('edit'),
                  children: <RuleForm key={textOf(row['rev'])} row={row} onSaved={() => void refetch()} />,
                },
                { key: 'history', label: words('history'), children: <History entityName="alarmRule" id={row.id} /> },
              ]}
            />
          </>
        )}
      </Dialogs>
    </Drawer>
  );
}

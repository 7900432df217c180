import { Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Simulation } from '@wheelhouse/contract/calls/events/raffles';
import { messageOf } from '../../../api/errors.ts';
import { useAction } from '../../../api/query.ts';
import { useT } from '../../../i18n/common.ts';
import { Button } from '../../../ui/Button.tsx';
import { formatNumber, formatPercent } from '../../../ui/format.ts';
import { Segments } from '../../../ui/Segments.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { LevelMark } from './OddsBar.tsx';
import { percentOf, strengthOf } from './pool.ts';
import { useRaffleTexts } from './texts.ts';
import './raffle.css';

const choices = [1_000, 10_000, 100_000] as const;
/** Below it a result would be called unlikely. */
const rare = 0.01;
const half = 0.5;

const share = (n: number): string => formatPercent(100 * n, n < 0.01 ? 2 : 0);

function Fit({ pValue }: Pick<Simulation, 'pValue'>): ReactNode {
  const t = useRaffleTexts();
  if (pValue === null) return <p className="wh-faint">{t('noFit')}</p>;
  const words = { p: formatNumber(pValue, 3), percent: share(pValue) };
  return <p className={pValue < rare ? 'rf-warn' : ''}>{t(pValue < rare ? 'rare' : 'fits', words)}</p>;
}

function Levels({ rows }: Pick<Simulation, 'rows'>): ReactNode {
  const t = useRaffleTexts();
  // What nothing wins would make the others invisible: each is compared with what it should be.
  const levels = rows.length - 1;
  return (
    <DataTable
      dense
      lines
      label={t('simulate')}
      rows={rows}
      rowKey={(_row, at) => String(at)}
      columns={[
        {
          key: 'level',
          label: t('level'),
          head: true,
          render: ({ levelName }, at) => (
            <span className="rf-level">
              {at === levels ? <i className="rf-mark rf-rest" /> : <LevelMark at={at} of={levels} />}
              {levelName || t('nothing')}
            </span>
          ),
        },
        { key: 'odds', label: t('odds'), align: 'end', num: true, render: ({ odds }) => percentOf(odds) },
        { key: 'picked', label: t('picked'), align: 'end', num: true, render: ({ picked }) => formatNumber(picked) },
        {
          key: 'expected',
          label: t('should'),
          align: 'end',
          num: true,
          render: ({ expected }) => formatNumber(Math.round(expected * 100) / 100),
        },
        {
          key: 'bar',
          label: <span className="wh-visually-hidden">{t('differs')}</span>,
          width: 160,
          render: ({ picked, expected }, at) => {
            const most = Math.max(picked, expected, 1);
            return (
              <span className="rf-versus" aria-hidden="true">
                <i
                  data-rest={at === levels || undefined}
                  style={{ width: `${(100 * picked) / most}%`, opacity: at === levels ? 1 : strengthOf(at, levels) }}
                />
                <b style={{ insetInlineStart: `${(100 * expected) / most}%` }} />
              </span>
            );
          },
        },
        {
          key: 'differs',
          label: t('differs'),
          align: 'end',
          num: true,
          render: ({ picked, expected }) => {
            const by = Math.round((picked - expected) * 100) / 100;
            return `${by > 0 ? '+' : ''}${formatNumber(Math.abs(by) < half ? by : Math.round(by))}`;
          },
        },
      ]}
    />
  );
}

interface Props {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** Draws many times with the odds of an event, beside what they should give. Writes nothing. */
export default function SimulateDialog({ id, name, onClose }: Props): ReactNode {
  const common = useT();
  const t = useRaffleTexts();
  const [times, setTimes] = useState<number>(choices[1]);
  const { data, error, isPending, mutate } = useAction('/act/crm/raffleActivity/simulate', { inlineErrors: true });
  return (
    <Modal
      open
      width={720}
      title={t('simulateOf', { name })}
      onCancel={onClose}
      footer={
        <div className="rf-buttons rf-end">
          <Button onClick={onClose}>{common('close')}</Button>
          <Button type="primary" autoFocus loading={isPending} onClick={() => mutate({ id, times })}>
            {t(data === undefined ? 'run' : 'again')}
          </Button>
        </div>
      }
    >
      <div className="rf-simulate">
        <p className="eu-dialog-text">{t('simulateSays', { n: formatNumber(times) })}</p>
        <Segments
          label={t('times')}
          options={choices.map((n) => ({ key: n, label: formatNumber(n) }))}
          value={times}
          onChange={setTimes}
        />
        {error === null ? null : (
          <p className="rf-wrong" role="alert">
            {messageOf(error)}
          </p>
        )}
        <div aria-live="polite" aria-busy={isPending} className="rf-simulate">
          {data === undefined ? null : (
            <>
              <Levels rows={data.rows} />
              <Fit pValue={data.pValue} />
            </>
          )}
        </div>
      </div>
    </Modal>
  );
}

import type { SapRow } from '@wheelhouse/contract/calls/sap';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useDictLookup } from '../../reference/reference.ts';
import { useCan } from '../../session/session.ts';
import { hrefOf } from '../../routing/page.ts';
import { none } from '../../ui/format.ts';
import { DataTable, type TableColumn } from '../../ui/table/DataTable.tsx';
import { StatusTag } from '../../ui/Values.tsx';
import { statusColor } from './model.ts';
import { useSapTexts } from './texts.ts';

export interface ResultsProps {
  readonly rows: readonly SapRow[];
  readonly busy: boolean;
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (vins: readonly string[], on: boolean) => void;
  readonly onCompare: (vin: string) => void;
}

type FactName = Parameters<ReturnType<typeof useSapTexts>>[0];

/** What leads, and what belongs to it below. */
const Two = ({ lead, under }: { readonly lead: ReactNode; readonly under: ReactNode }): ReactNode => (
  <span className="eu-identity">
    <span>{lead}</span>
    <small className="wh-num">{under}</small>
  </span>
);

const text = (value: string | null): ReactNode => value ?? <span className="wh-faint">{none}</span>;

/** What SAP says of a vehicle; names joined by a stroke stand one above the other. */
function useFacts(): readonly TableColumn<SapRow>[] {
  const texts = useSapTexts();
  const can = useCan();
  const lookup = useDictLookup();
  const unmapped = <StatusTag color="danger">{texts('unmapped')}</StatusTag>;
  const column = (
    names: readonly [FactName, ...FactName[]],
    render: (row: SapRow) => ReactNode,
    num = false,
  ): TableColumn<SapRow> => ({ key: names[0], label: names.map((name) => texts(name)).join(' / '), num, render });
  return [
    column(
      ['vin'],
      ({ vin, vehicleId }) =>
        vehicleId !== null && can('vehicleManage.query') ? (
          <Link to={hrefOf('vehicleManageDetail', { id: vehicleId })}>{vin}</Link>
        ) : (
          vin
        ),
      true,
    ),
    column(['localStatus'], ({ localStatus }) => (
      <StatusTag color={statusColor[localStatus]}>{texts(`status${localStatus}`)}</StatusTag>
    )),
    column(['materialDesc', 'materialCode'], (row) => (
      <Two
        lead={
          <>
            {row.materialDesc} {row.vehicleTypeName === null ? unmapped : null}
          </>
        }
        under={row.materialCode}
      />
    )),
    column(['color'], ({ color }) => (color === null ? none : (lookup('VehicleColor', color)?.name ?? color))),
    column(['customer'], (row) =>
      row.customerCode === null ? (
        text(null)
      ) : (
        <Two
          lead={
            <>
              {row.dealerName ?? row.customerName} {row.dealerName === null ? unmapped : null}
            </>
          }
          under={row.customerCode}
        />
      ),
    ),
    column(
      ['goodsIssueDate', 'productionDate'],
      (row) => <Two lead={text(row.goodsIssueDate)} under={row.productionDate} />,
      true,
    ),
    column(['sapOrderNo', 'deliveryNo'], (row) => <Two lead={row.sapOrderNo} under={text(row.deliveryNo)} />, true),
    column(['imei', 'ecuSn'], (row) => <Two lead={text(row.imei)} under={text(row.ecuSn)} />, true),
    column(['plant'], ({ plant }) => lookup('SapPlant', plant)?.name ?? plant),
    column(['batteries'], ({ batterySns }) => (batterySns.length === 0 ? none : batterySns.join(', ')), true),
  ];
}

/** SAP's vehicles, each with what it is here. */
export function Results({ rows, busy, chosen, onChoose, onCompare }: ResultsProps): ReactNode {
  const texts = useSapTexts();
  const can = useCan();
  const facts = useFacts();
  const open = rows.filter((row) => row.localStatus !== 1).map((row) => row.vin);
  const choice: TableColumn<SapRow> = {
    key: 'choice',
    label: (
      <input
        type="checkbox"
        className="sap-check"
        aria-label={texts('selectAll')}
        disabled={open.length === 0}
        checked={open.length > 0 && open.every((vin) => chosen.has(vin))}
        onChange={(event) => onChoose(open, event.target.checked)}
      />
    ),
    edge: 'start',
    render: ({ vin, localStatus }) => (
      <input
        type="checkbox"
        className="sap-check"
        aria-label={texts('select', { vin })}
        disabled={localStatus === 1}
        checked={chosen.has(vin)}
        onChange={(event) => onChoose([vin], event.target.checked)}
      />
    ),
  };
  const compare: TableColumn<SapRow> = {
    key: 'compare',
    label: texts('compare'),
    quiet: true,
    edge: 'end',
    render: ({ vin }) => (
      <button type="button" className="wh-link-button" onClick={() => onCompare(vin)}>
        {texts('compare')}
      </button>
    ),
  };
  return (
    <DataTable
      lines
      label={texts('localStatus')}
      stale={busy}
      rows={rows}
      rowKey={(row) => row.vin}
      columns={[
        ...(can('SAPvehicleSearch.import') ? [choice] : []),
        ...facts,
        ...(can('SAPvehicleSearch.compare') ? [compare] : []),
      ]}
    />
  );
}

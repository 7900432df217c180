import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useDictLookup } from '../../../reference/reference.ts';
import { useCan } from '../../../session/session.ts';
import { hrefOf } from '../../../routing/page.ts';
import { none } from '../../../ui/format.ts';
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx';
import { StatusTag } from '../../../ui/Values.tsx';
import { statusColor, type SapRow } from '../../../overrides/sap/model.ts';
import { useSapWords } from '../../../overrides/sap/texts.ts';

export interface ResultsProps {
  readonly rows: readonly SapRow[];
  readonly busy: boolean;
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (vins: readonly string[], on: boolean) => void;
  readonly onCompare: (vin: string) => void;
}

/** Columns, each with what stands in its second line. */
const heads = [
  ['vin'],
  ['localStatus'],
  ['materialDesc', 'materialCode'],
  ['color'],
  ['customer'],
  ['goodsIssueDate', 'productionDate'],
  ['sapOrderNo', 'deliveryNo'],
  ['imei', 'ecuSn'],
  ['plant'],
  ['batteries'],
] as const;

/** What leads, and what belongs to it below. */
const Two = ({ lead, under }: { readonly lead: ReactNode; readonly under: ReactNode }): ReactNode => (
  <span className="eu-identity">
    <span>{lead}</span>
    <small className="wh-num">{under}</small>
  </span>
);

/** SAP's vehicles, each with what it is here. */
export function Results({ rows, busy, chosen, onChoose, onCompare }: ResultsProps): ReactNode {
  const words = useSapWords();
  const can = useCan();
  const lookup = useDictLookup();
  const mayImport = can('SAPvehicleSearch.import');
  const open = rows.filter((row) => row.localStatus !== 1).map((row) => row.vin);
  const text = (value: string | null): ReactNode => value ?? <span className="wh-faint">{none}</span>;
  return (
    <ScrollRegion className="eu-table-wrap" label={words('localStatus')}>
      <table className="eu-table eu-auto" aria-busy={busy}>
        <thead>
          <tr>
            {mayImport ? (
              <th scope="col" className="eu-check">
                <input
                  type="checkbox"
                  aria-label={words('selectAll')}
                  disabled={open.length === 0}
                  checked={open.length > 0 && open.every((vin) => chosen.has(vin))}
                  onChange={(event) => onChoose(open, event.target.checked)}
                />
              </th>
            ) : null}
            {heads.map((names) => (
              <th key={names[0]} scope="col">
                {names.map((name) => words(name)).join(' / ')}
              </th>
            ))}
            <th scope="col" className="eu-td-actions" aria-label={words('compare')} />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.vin}>
              {mayImport ? (
                <td className="eu-check">
                  <input
                    type="checkbox"
                    aria-label={words('select', { vin: row.vin })}
                    disabled={row.localStatus === 1}
                    checked={chosen.has(row.vin)}
                    onChange={(event) => onChoose([row.vin], event.target.checked)}
                  />
                </td>
              ) : null}
              <td className="wh-num">
                {row.vehicleId !== null && can('vehicleManage.query') ? (
                  <Link to={hrefOf('vehicleManageDetail', { id: row.vehicleId })}>{row.vin}</Link>
                ) : (
                  row.vin
                )}
              </td>
              <td>
                <StatusTag color={statusColor[row.localStatus]}>{words(`status${row.localStatus}`)}</StatusTag>
              </td>
              <td>
                <Two
                  lead={
                    <>
                      {row.materialDesc}{' '}
                      {row.vehicleTypeName === null ? <StatusTag color="danger">{words('unmapped')}</StatusTag> : null}
                    </>
                  }
                  under={row.materialCode}
                />
              </td>
              <td>{row.color === null ? none : (lookup('VehicleColor', row.color)?.name ?? row.color)}</td>
              <td>
                {row.customerCode === null ? (
                  <span className="wh-faint">{none}</span>
                ) : (
                  <Two
                    lead={
                      <>
                        {row.dealerName ?? row.customerName}{' '}
                        {row.dealerName === null ? <StatusTag color="danger">{words('unmapped')}</StatusTag> : null}
                      </>
                    }
                    under={row.customerCode}
                  />
                )}
              </td>
              <td className="wh-num">
                <Two lead={text(row.goodsIssueDate)} under={row.productionDate} />
              </td>
              <td className="wh-num">
                <Two lead={row.sapOrderNo} under={text(row.deliveryNo)} />
              </td>
              <td className="wh-num">
                <Two lead={text(row.imei)} under={text(row.ecuSn)} />
              </td>
              <td>{lookup('SapPlant', row.plant)?.name ?? row.plant}</td>
              <td className="wh-num">{row.batterySns.length === 0 ? none : row.batterySns.join(', ')}</td>
              <td className="eu-td-actions">
                {can('SAPvehicleSearch.compare') ? (
                  <button type="button" className="eu-link-button" onClick={() => onCompare(row.vin)}>
                    {words('compare')}
                  </button>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

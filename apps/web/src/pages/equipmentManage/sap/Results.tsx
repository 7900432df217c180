import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useDictLookup } from '../../../reference/reference.ts';
import { useCan } from '../../../session/session.ts';
import { hrefOf } from '../../../shell/page.ts';
import { none } from '../../../ui/format.ts';
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx';
import { StatusTag } from '../../../ui/Values.tsx';
import { statusColor, type SapRow } from './model.ts';
import { useSapWords } from './texts.ts';

export interface ResultsProps {
  readonly rows: readonly SapRow[];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (vins: readonly string[], on: boolean) => void;
  readonly onCompare: (vin: string) => void;
}

const heads = [
  'vin',
  'localStatus',
  'materialCode',
  'materialDesc',
  'color',
  'sapOrderNo',
  'deliveryNo',
  'customer',
  'plant',
  'productionDate',
  'goodsIssueDate',
  'imei',
  'ecuSn',
  'batteries',
] as const;

/** SAP's vehicles, each with what it is here. */
export function Results({ rows, chosen, onChoose, onCompare }: ResultsProps): ReactNode {
  const words = useSapWords();
  const can = useCan();
  const lookup = useDictLookup();
  const mayImport = can('SAPvehicleSearch.import');
  const open = rows.filter((row) => row.localStatus !== 1).map((row) => row.vin);
  const text = (value: string | null): ReactNode => value ?? <span className="wh-faint">{none}</span>;
  return (
    <ScrollRegion className="eu-table-wrap" label={words('localStatus')}>
      <table className="eu-table sap-table">
        <thead>
          <tr>
            {mayImport ? (
              <th scope="col">
                <input
                  type="checkbox"
                  aria-label={words('selectAll')}
                  disabled={open.length === 0}
                  checked={open.length > 0 && open.every((vin) => chosen.has(vin))}
                  onChange={(event) => onChoose(open, event.target.checked)}
                />
              </th>
            ) : null}
            {heads.map((name) => (
              <th key={name} scope="col">
                {words(name)}
              </th>
            ))}
            <th scope="col" aria-label={words('compare')} />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.vin}>
              {mayImport ? (
                <td>
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
              <td className="wh-num">
                {row.materialCode}{' '}
                {row.vehicleTypeName === null ? <StatusTag color="danger">{words('unmapped')}</StatusTag> : null}
              </td>
              <td>{row.materialDesc}</td>
              <td>{row.color === null ? none : (lookup('VehicleColor', row.color)?.name ?? row.color)}</td>
              <td className="wh-num">{row.sapOrderNo}</td>
              <td className="wh-num">{text(row.deliveryNo)}</td>
              <td>
                {row.customerCode === null ? (
                  <span className="wh-faint">{none}</span>
                ) : (
                  <>
                    <span className="wh-num">{row.customerCode}</span> {row.dealerName ?? row.customerName}{' '}
                    {row.dealerName === null ? <StatusTag color="danger">{words('unmapped')}</StatusTag> : null}
                  </>
                )}
              </td>
              <td>{lookup('SapPlant', row.plant)?.name ?? row.plant}</td>
              <td className="wh-num">{row.productionDate}</td>
              <td className="wh-num">{text(row.goodsIssueDate)}</td>
              <td className="wh-num">{text(row.imei)}</td>
              <td className="wh-num">{text(row.ecuSn)}</td>
              <td className="wh-num">{row.batterySns.length === 0 ? none : row.batterySns.join(', ')}</td>
              <td>
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

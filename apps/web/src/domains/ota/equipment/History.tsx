import type { PartVersion } from '@wheelhouse/contract/calls/ota/versions';
import type { RowOf } from '@wheelhouse/entities/rows';
import { useMemo, type ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { textOf } from '../../../entity-ui/model.ts';
import { useDictLookup } from '../../../reference/reference.ts';
import { none } from '../../../ui/format.ts';
import { DataTable, type TableColumn } from '../../../ui/table/DataTable.tsx';
import { DateTime, StatusTag } from '../../../ui/Values.tsx';
import { useOtaEquipmentTexts } from './texts.ts';

const orNone = (text: string | null): string => text ?? none;

/** Every version that the vehicle's parts of this type have had, and where each came from. */
export default function History({ row }: { readonly row: RowOf<'otaEquipment'> }): ReactNode {
  const words = useOtaEquipmentTexts();
  const dict = useDictLookup();
  const { data, error, refetch } = useCall(
    '/ps/crm/otaEquipment/history',
    { vin: textOf(row.vin) || textOf(row.frameNo), deviceType: Number(row.deviceType) },
    { inlineErrors: true },
  );
  const columns = useMemo(
    (): readonly TableColumn<PartVersion>[] => [
      { key: 'time', label: words('time'), num: true, render: ({ time }) => <DateTime value={time} /> },
      { key: 'software', label: words('software'), head: true, render: (one) => orNone(one.softwareVersion) },
      { key: 'before', label: words('before'), render: (one) => orNone(one.softwareFrom) },
      { key: 'hardware', label: words('hardware'), render: (one) => orNone(one.hardwareVersion) },
      { key: 'sn', label: words('sn'), num: true, render: ({ sn }) => orNone(sn) },
      {
        key: 'source',
        label: words('source'),
        render: ({ source }) => {
          const known = dict('VersionSource', source);
          return <StatusTag color={known?.color}>{known?.name ?? source}</StatusTag>;
        },
      },
    ],
    [dict, words],
  );
  return (
    <DataTable
      label={words('history')}
      columns={columns}
      rows={data}
      rowKey={(_one, at) => String(at)}
      error={error}
      onRetry={() => void refetch()}
      empty={words('noVersions')}
      lines
    />
  );
}

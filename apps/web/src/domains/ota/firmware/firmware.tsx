import { DownloadOutlined } from '@ant-design/icons';
import type { FunctionCode } from '@wheelhouse/entities/access/actions';
import { otaMachines } from '@wheelhouse/entities/machines/ota';
import type { ListRowOf, RowOf } from '@wheelhouse/entities/rows';
import type { ReactNode } from 'react';
import { useAction } from '../../../api/query.ts';
import { megabytes } from '../../../entity-ui/inputs/large/SendPanel.tsx';
import { textOf } from '../../../entity-ui/model.ts';
import { type CellPropsOf, defineOverride, type RecordPage } from '../../../entity-ui/override.ts';
import { hrefOf } from '../../../routing/page.ts';
import { useCan } from '../../../session/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { part } from '../../../ui/part.tsx';
import { ClosedNotice } from '../task/old/ClosedNotice.tsx';
import { PackageInput } from './PackageInput.tsx';
import { SignatureInput } from './SignatureInput.tsx';
import { texts, useFirmwareTexts } from './texts.ts';

const InstalledBase = part(() => import('./InstalledBase.tsx'));
const FirmwareTasks = part(() => import('../task/FirmwareTasks.tsx'));
const FirmwareOldTasks = part(() => import('../task/old/FirmwareTasks.tsx'));
const OnVersion = part(() => import('../task/old/OnVersion.tsx'));

const { testing, released } = otaMachines['SM-Firmware'].states;

/** Firmware that a task may use leads to a new one. */
const taskLinks = ({ id, status }: ListRowOf<'firmware'>): readonly RecordPage[] =>
  [testing, released].some((state) => state === Number(status))
    ? [
        {
          label: texts.newTask,
          href: hrefOf('otaTaskAdd', { firmwareId: textOf(id) }),
          code: 'taskList.add',
          next: Number(status) === released,
        },
      ]
    : [];

const open = ({ url }: { readonly url: string }): void => window.location.assign(url);

/** The button that fetches the package, where there is one. */
function Download({
  id,
  path,
  code,
}: {
  readonly id: string;
  readonly path: '/ps/crm/otaFirmware/download' | '/ps/crm/otaFirmwareOld/download';
  readonly code: FunctionCode;
}): ReactNode {
  const words = useFirmwareTexts();
  const can = useCan();
  const take = useAction(path, { onSuccess: open });
  if (!can(code)) return null;
  return (
    <Button size="small" icon={<DownloadOutlined />} loading={take.isPending} onClick={() => take.mutate({ id })}>
      {words('download')}
    </Button>
  );
}

const DownloadNew = ({ row }: { readonly row: RowOf<'firmware'> }): ReactNode =>
  row.sha256 === null ? null : (
    <Download id={row.id} path="/ps/crm/otaFirmware/download" code="firmwareManage.download" />
  );

const DownloadOld = ({ row }: { readonly row: RowOf<'firmwareOld'> }): ReactNode => (
  <Download id={row.id} path="/ps/crm/otaFirmwareOld/download" code="firmwareManageOld.download" />
);

/** A version code names a version: its digits are not grouped. */
const CodeCell = ({ value }: CellPropsOf<'firmware'>): ReactNode => <span className="wh-num">{textOf(value)}</span>;

const kibibyte = 1024;

/** The size as people compare it; a record has the exact one. */
function SizeCell({ value, place }: { readonly value: unknown; readonly place: 'list' | 'detail' }): ReactNode {
  if (typeof value !== 'number') return null;
  const kibibytes = value / kibibyte;
  return (
    <span className="wh-num">
      {place === 'detail'
        ? `${formatNumber(value)} B`
        : kibibytes < kibibyte
          ? `${formatNumber(Math.ceil(kibibytes))} KB`
          : `${megabytes(value)} MB`}
    </span>
  );
}

const cell = { versionCode: CodeCell, fileSize: SizeCell } as const;
export const firmwareOverride = defineOverride('firmware', {
  cell,
  input: { packageFile: PackageInput, signature: SignatureInput },
  links: taskLinks,
});
export const firmwareDetailOverride = defineOverride('firmware', {
  cell,
  head: { line: DownloadNew },
  tabs: [
    { key: 'installed', label: texts.installed, component: InstalledBase },
    { key: 'tasks', label: texts.tasks, code: 'taskList.query', component: FirmwareTasks },
  ],
  links: taskLinks,
});
const cellOld = { fileSize: SizeCell } as const;
export const firmwareOldOverride = defineOverride('firmwareOld', { cell: cellOld, nav: ClosedNotice });
export const firmwareOldDetailOverride = defineOverride('firmwareOld', {
  cell: cellOld,
  head: { line: DownloadOld },
  tabs: [
    { key: 'tasks', label: texts.tasks, code: 'taskListOld.query', component: FirmwareOldTasks },
    { key: 'vehicles', label: texts.vehicles, code: 'otaEquipmentManage.query', component: OnVersion },
  ],
});

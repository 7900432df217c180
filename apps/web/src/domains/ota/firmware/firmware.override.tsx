import { otaMachines } from '@wheelhouse/entities/machines/ota';
import type { ListRowOf, RowOf } from '@wheelhouse/entities/rows';
import type { ReactNode } from 'react';
import { textOf } from '../../../entity-ui/model.ts';
import { type CellPropsOf, defineOverride, type RecordPage } from '../../../entity-ui/override.ts';
import { hrefOf } from '../../../routing/page.ts';
import { part } from '../../../ui/part.tsx';
import { PackageInput } from './PackageInput.tsx';
import { SignatureInput } from './SignatureInput.tsx';
import { texts } from './texts.ts';
import { Download, SizeCell } from './package.tsx';

const InstalledBase = part(() => import('./InstalledBase.tsx'));
const FirmwareTasks = part(() => import('../task/FirmwareTasks.tsx'));

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

const DownloadPackage = ({ row }: { readonly row: RowOf<'firmware'> }): ReactNode =>
  row.sha256 === null ? null : (
    <Download id={row.id} path="/ps/crm/otaFirmware/download" code="firmwareManage.download" />
  );

/** A version code names a version: its digits are not grouped. */
const CodeCell = ({ value }: CellPropsOf<'firmware'>): ReactNode => <span className="wh-num">{textOf(value)}</span>;

const cell = { versionCode: CodeCell, fileSize: SizeCell } as const;

export default defineOverride('firmware', {
  cell,
  input: { packageFile: PackageInput, signature: SignatureInput },
  links: taskLinks,
});

export const detail = defineOverride('firmware', {
  cell,
  head: { line: DownloadPackage },
  tabs: [
    { key: 'installed', label: texts.installed, component: InstalledBase },
    { key: 'tasks', label: texts.tasks, code: 'taskList.query', component: FirmwareTasks },
  ],
  links: taskLinks,
});

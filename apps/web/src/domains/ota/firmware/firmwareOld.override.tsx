import type { RowOf } from '@wheelhouse/entities/rows';
import type { ReactNode } from 'react';
import { defineOverride } from '../../../entity-ui/override.ts';
import { part } from '../../../ui/part.tsx';
import { ClosedNotice } from '../task/old/ClosedNotice.tsx';
import { texts } from './texts.ts';
import { Download, SizeCell } from './package.tsx';

const FirmwareTasks = part(() => import('../task/old/FirmwareTasks.tsx'));
const OnVersion = part(() => import('../task/old/OnVersion.tsx'));

const DownloadPackage = ({ row }: { readonly row: RowOf<'firmwareOld'> }): ReactNode => (
  <Download id={row.id} path="/ps/crm/otaFirmwareOld/download" code="firmwareManageOld.download" />
);

const cell = { fileSize: SizeCell } as const;

export default defineOverride('firmwareOld', { cell, nav: ClosedNotice });

export const detail = defineOverride('firmwareOld', {
  cell,
  head: { line: DownloadPackage },
  tabs: [
    { key: 'tasks', label: texts.tasks, code: 'taskListOld.query', component: FirmwareTasks },
    { key: 'vehicles', label: texts.vehicles, code: 'otaEquipmentManage.query', component: OnVersion },
  ],
});

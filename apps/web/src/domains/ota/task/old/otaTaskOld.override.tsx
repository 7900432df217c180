import type { ReactNode } from 'react';
import type { ListRowOf } from '@wheelhouse/entities/rows';
import { textOf } from '../../../../entity-ui/model.ts';
import { defineOverride, type RecordPage } from '../../../../entity-ui/override.ts';
import { common } from '../../../../i18n/common.ts';
import { hrefOf } from '../../../../routing/page.ts';
import { part } from '../../../../ui/part.tsx';
import { ProgressCell } from '../otaTask.override.tsx';
import { ClosedNotice } from './ClosedNotice.tsx';
import { VinListInput } from './VinListInput.tsx';

const Executions = part(() => import('./Executions.tsx'));
const Preview = part(async () => ({ default: (await import('../TargetPreview.tsx')).OldTargetPreview }));

const VersionCell = ({ value }: { readonly value: unknown }): ReactNode => (
  <span className="wh-num">{textOf(value)}</span>
);

const links = (row: ListRowOf<'otaTaskOld'>): readonly RecordPage[] => [
  { label: common.copy, href: hrefOf('otaTaskAddOld', { copy: textOf(row.id) }), code: 'taskListOld.add' },
];

const cell = { targetVersion: VersionCell, targetCount: ProgressCell } as const;

export const otaTaskOldOverride = defineOverride('otaTaskOld', {
  cell,
  input: { vins: VinListInput },
  aside: Preview,
  nav: ClosedNotice,
  links,
});

const otaTaskOldDetailOverride = defineOverride('otaTaskOld', { cell, lead: Executions, links });

export { otaTaskOldOverride as default, otaTaskOldDetailOverride as detail };

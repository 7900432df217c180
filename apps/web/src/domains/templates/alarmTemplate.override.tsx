import type { ReactNode } from 'react';
import { textOf } from '../../entity-ui/model.ts';
import { defineOverride, type CellPropsOf } from '../../entity-ui/override.ts';
import { common } from '../../i18n/common.ts';
import { useDictLookup } from '../../reference/reference.ts';
import { part } from '../../ui/part.tsx';
import { StatusTag } from '../../ui/Values.tsx';
import { TemplateNav } from './TemplateNav.tsx';
import { TemplatePreview } from './TemplatePreview.tsx';
import { useTemplateTexts } from './texts.ts';
import { Variables } from './Variables.tsx';
import { copyTo } from './copy.tsx';

const AlarmVersions = part(async () => ({ default: (await import('./Versions.tsx')).AlarmVersions }));

function AlarmTypeCell({ row }: CellPropsOf<'alarmTemplate'>): ReactNode {
  const texts = useTemplateTexts();
  const dict = useDictLookup();
  return textOf(row.alarmType) === '' ? (
    <StatusTag color="default">{texts('anyType')}</StatusTag>
  ) : (
    dict('AlarmType', textOf(row.alarmType))?.name
  );
}

export const alarmTemplateOverride = defineOverride('alarmTemplate', {
  nav: () => <TemplateNav kind="alarm" />,
  cell: { alarmType: AlarmTypeCell },
  below: { inboxBody: () => <Variables kind="alarm" /> },
  aside: TemplatePreview,
  tabs: [{ key: 'versions', label: common.versions, component: AlarmVersions }],
  links: (row) => copyTo('alarmTemplateAdd', row.id),
});

export { alarmTemplateOverride as default };

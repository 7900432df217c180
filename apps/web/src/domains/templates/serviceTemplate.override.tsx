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

const ServiceVersions = part(async () => ({ default: (await import('./Versions.tsx')).ServiceVersions }));

/** Texts that the platform sends by itself have no reminder: they are the scene. */
function ReminderCell({ row }: CellPropsOf<'serviceTemplate'>): ReactNode {
  const texts = useTemplateTexts();
  const dict = useDictLookup();
  return textOf(row.reminderType) === '' ? (
    <StatusTag color="default">{texts('builtIn')}</StatusTag>
  ) : (
    dict('ReminderType', textOf(row.reminderType))?.name
  );
}

export const serviceTemplateOverride = defineOverride('serviceTemplate', {
  nav: () => <TemplateNav kind="service" />,
  cell: { reminderType: ReminderCell },
  below: { inboxBody: () => <Variables kind="service" /> },
  aside: TemplatePreview,
  tabs: [{ key: 'versions', label: common.versions, component: ServiceVersions }],
  links: (row) => copyTo('serviceTemplateAdd', row.id),
});

export { serviceTemplateOverride as default };

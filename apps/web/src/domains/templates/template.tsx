import { CopyOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { RouteName } from '@wheelhouse/entities/routes';
import { textOf } from '../../entity-ui/model.ts';
import { defineOverride, type CellPropsOf, type RecordPage } from '../../entity-ui/override.ts';
import { common } from '../../i18n/common.ts';
import { useDictLookup } from '../../reference/reference.ts';
import { hrefOf } from '../../routing/page.ts';
import { part } from '../../ui/part.tsx';
import { StatusTag } from '../../ui/Values.tsx';
import { TemplateNav } from './TemplateNav.tsx';
import { TemplatePreview } from './TemplatePreview.tsx';
import { useTemplateTexts } from './texts.ts';
import { Variables } from './Variables.tsx';

const ServiceVersions = part(async () => ({ default: (await import('./Versions.tsx')).ServiceVersions }));
const AlarmVersions = part(async () => ({ default: (await import('./Versions.tsx')).AlarmVersions }));

const copyTo = (page: RouteName, id: unknown): readonly RecordPage[] => [
  {
    label: common.copy,
    icon: <CopyOutlined />,
    href: hrefOf(page, { copy: textOf(id) }),
    code: 'messageTemplateManage.copy',
  },
];

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

function AlarmTypeCell({ row }: CellPropsOf<'alarmTemplate'>): ReactNode {
  const texts = useTemplateTexts();
  const dict = useDictLookup();
  return textOf(row.alarmType) === '' ? (
    <StatusTag color="default">{texts('anyType')}</StatusTag>
  ) : (
    dict('AlarmType', textOf(row.alarmType))?.name
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

export const alarmTemplateOverride = defineOverride('alarmTemplate', {
  nav: () => <TemplateNav kind="alarm" />,
  cell: { alarmType: AlarmTypeCell },
  below: { inboxBody: () => <Variables kind="alarm" /> },
  aside: TemplatePreview,
  tabs: [{ key: 'versions', label: common.versions, component: AlarmVersions }],
  links: (row) => copyTo('alarmTemplateAdd', row.id),
});

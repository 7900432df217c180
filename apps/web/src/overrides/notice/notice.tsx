import type { ListRowOf } from '@wheelhouse/entities/rows';
import { textOf } from '../../entity-ui/model.ts';
import { defineOverride, type RecordPage } from '../../entity-ui/override.ts';
import { hrefOf } from '../../routing/page.ts';
import { common } from '../../i18n/common.ts';
import { part } from '../../ui/part.tsx';
import { NoticePreview } from './NoticePreview.tsx';

const Statistics = part(() => import('./NoticeStatistics.tsx'));

const links = (row: ListRowOf<'systemMessage'>): readonly RecordPage[] => [
  { label: common.copy, href: hrefOf('noticeAdd', { copy: textOf(row.id) }), code: 'noticeManage.add' },
];

/** Notices: a preview beside their form, a copy of each, and what became of it. */
export const noticeOverride = defineOverride('systemMessage', { aside: NoticePreview, links });

export const noticeDetailOverride = defineOverride('systemMessage', {
  links,
  tabs: [{ key: 'statistics', label: { zh: '发送统计', en: 'Delivery' }, component: Statistics }],
});

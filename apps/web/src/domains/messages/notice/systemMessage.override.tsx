import type { ListRowOf } from '@wheelhouse/entities/rows';
import { textOf } from '../../../entity-ui/model.ts';
import { defineOverride, type RecordPage } from '../../../entity-ui/override.ts';
import { hrefOf } from '../../../routing/page.ts';
import { common } from '../../../i18n/common.ts';
import { receiversCells, receiversForm } from '../../../blocks/audience.tsx';
import { deliveryTab } from '../delivery-tab.tsx';
import { NoticePreview } from './NoticePreview.tsx';

const links = (row: ListRowOf<'systemMessage'>): readonly RecordPage[] => [
  { label: common.copy, href: hrefOf('noticeAdd', { copy: textOf(row.id) }), code: 'noticeManage.add' },
];

/** Notices: a preview beside their form, a copy of each, and what became of it. */
const noticeOverride = defineOverride('systemMessage', {
  aside: NoticePreview,
  links,
  cell: receiversCells,
  below: receiversForm.below,
});

const noticeDetailOverride = defineOverride('systemMessage', {
  links,
  cell: receiversCells,
  tabs: [deliveryTab('systemMessage')],
});

export { noticeOverride as default, noticeDetailOverride as detail };

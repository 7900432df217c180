import type { ReactNode } from 'react';
import type { Row } from '@wheelhouse/entities';
import type { ListRowOf } from '@wheelhouse/entities/rows';
import { textOf } from '../../entity-ui/model.ts';
import { defineOverride, type RecordPage } from '../../entity-ui/override.ts';
import { PhonePreview } from '../../entity-ui/preview/PhonePreview.tsx';
import { common } from '../../i18n/common.ts';
import { hrefOf } from '../../routing/page.ts';
import { part } from '../../ui/part.tsx';
import { CitiesInput, RegionsCell } from '../accounts/regions.tsx';
import { deliveryTab } from '../message/delivery-tab.tsx';
import { SmsSize } from './SmsSize.tsx';

const Recipients = part(() => import('./Recipients.tsx'));

const links = (row: ListRowOf<'activityMessage'>): readonly RecordPage[] => [
  {
    label: common.copy,
    href: hrefOf('operationActivityAdd', { copy: textOf(row.id) }),
    code: 'operationActivityManage.add',
  },
];

/** The form's message as a phone shows it; English falls back to Chinese, as it does there. */
function Preview({ values }: { readonly values: Row }): ReactNode {
  const inBoth = (name: string) => ({
    zh: textOf(values[name]),
    en: textOf(values[`${name}En`]) || textOf(values[name]),
  });
  const { pinned, sendTime, summary: typed } = values;
  const summary = textOf(typed);
  return (
    <PhonePreview
      title={inBoth('title')}
      html={inBoth('content')}
      summary={{ zh: summary, en: summary }}
      time={textOf(sendTime)}
      isPinned={Number(pinned) === 1}
    />
  );
}

/** Campaign messages: a preview beside their form, a copy of each, and what became of it. */
export const campaignOverride = defineOverride('activityMessage', {
  aside: Preview,
  links,
  input: { cityCodes: CitiesInput },
  below: { smsContent: SmsSize },
});

export const campaignDetailOverride = defineOverride('activityMessage', {
  links,
  cell: { cityCodes: RegionsCell },
  tabs: [
    deliveryTab('activityMessage'),
    { key: 'recipients', label: { zh: '接收明细', en: 'Recipients' }, component: Recipients },
  ],
});

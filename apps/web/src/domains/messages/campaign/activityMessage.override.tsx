import type { ReactNode } from 'react';
import type { Row } from '@wheelhouse/entities';
import { codes } from '@wheelhouse/entities/codes';
import { activityMessage } from '@wheelhouse/entities/messages/activity-message';
import { plain } from '@wheelhouse/entities/registry';
import type { ListRowOf } from '@wheelhouse/entities/rows';
import { textOf } from '../../../entity-ui/model.ts';
import { defineOverride, type RecordPage } from '../../../entity-ui/override.ts';
import { PhonePreview } from '../../../entity-ui/preview/PhonePreview.tsx';
import { useFormPictures } from '../../../entity-ui/preview/useFormPictures.ts';
import { common } from '../../../i18n/common.ts';
import { useDictLookup } from '../../../reference/reference.ts';
import { hrefOf } from '../../../routing/page.ts';
import { part } from '../../../ui/part.tsx';
import { audienceCells, audienceForm } from '../../../blocks/audience.tsx';
import { deliveryTab } from '../delivery-tab.tsx';
import { SmsSize } from './SmsSize.tsx';

const Recipients = part(() => import('./Recipients.tsx'));

const links = (row: ListRowOf<'activityMessage'>): readonly RecordPage[] => [
  {
    label: common.copy,
    href: hrefOf('operationActivityAdd', { copy: textOf(row.id) }),
    code: 'operationActivityManage.add',
  },
];

const audience = audienceForm('activityMessage', Object.values(codes.AudienceType));
const contents = codes.ContentType;

/** The form's message as a phone shows it; English falls back to Chinese, as it does there. */
function Preview({ values }: { readonly values: Row }): ReactNode {
  const inBoth = (name: string) => ({
    zh: textOf(values[name]),
    en: textOf(values[`${name}En`]) || textOf(values[name]),
  });
  const dict = useDictLookup();
  const { pinned, sendTime, summary: typed, contentType, linkUrl, appPage } = values;
  const targets: Readonly<Record<number, string>> = {
    [contents.link]: textOf(linkUrl),
    [contents.appPage]: dict('AppPage', textOf(appPage))?.name ?? '',
  };
  const opens = targets[Number(contentType)];
  const [cover] = useFormPictures(plain(activityMessage), values)('coverImage');
  const summary = textOf(typed);
  return (
    <PhonePreview
      title={inBoth('title')}
      html={inBoth('content')}
      summary={{ zh: summary, en: summary }}
      time={textOf(sendTime)}
      isPinned={Number(pinned) === 1}
      {...(cover !== undefined && { cover })}
      {...(opens !== undefined && { opens })}
    />
  );
}

/** Campaign messages: a preview beside their form, a copy of each, and what became of it. */
const campaignOverride = defineOverride('activityMessage', {
  cell: audienceCells,
  aside: Preview,
  links,
  input: audience.input,
  below: { smsContent: SmsSize, ...audience.below },
});

const campaignDetailOverride = defineOverride('activityMessage', {
  links,
  cell: audienceCells,
  tabs: [
    deliveryTab('activityMessage'),
    { key: 'recipients', label: { zh: '接收明细', en: 'Recipients' }, component: Recipients },
  ],
});

export { campaignOverride as default, campaignDetailOverride as detail };

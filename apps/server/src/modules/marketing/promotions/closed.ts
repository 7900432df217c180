import { codes } from '@wheelhouse/entities/codes';
import type { Lang, Text } from '@wheelhouse/contract/lang';
import type { Executor } from '../../../entity/run.ts';
import { PageReply } from '../../../http/call.ts';
import type { Page } from '../../../http/page.ts';
import { storePages } from '../../ota/service.ts';
import { downloadPage } from './landing.ts';

/** Why a code leads nowhere. A draft looks like no promotion at all: nobody learns what is planned. `unshared`: the link of a share. */
type Closed = 'unknown' | 'ended' | 'unshared';

const titles: Readonly<Record<Closed, Text>> = {
  unknown: { zh: '推广码无效', en: 'This code is not valid' },
  ended: { zh: '推广活动已结束', en: 'This promotion has ended' },
  unshared: { zh: '分享链接无效', en: 'This link is not valid' },
};
const texts: Readonly<Record<Closed, { readonly offered: Text; readonly alone: Text }>> = {
  unknown: {
    offered: {
      zh: '这个推广码无法使用。您仍可下载APP：',
      en: 'The code cannot be used. You can still get the app:',
    },
    alone: {
      zh: '这个推广码无法使用，请核对后重新扫码。',
      en: 'The code cannot be used. Check it and scan it again.',
    },
  },
  ended: {
    offered: { zh: '这个推广码已失效。您仍可下载APP：', en: 'Its code is no longer valid. You can still get the app:' },
    alone: { zh: '这个推广码已失效。', en: 'Its code is no longer valid.' },
  },
  unshared: {
    offered: {
      zh: '这个分享链接无法打开。您仍可下载APP：',
      en: 'The link cannot be opened. You can still get the app:',
    },
    alone: { zh: '这个分享链接无法打开。', en: 'The link cannot be opened.' },
  },
};

const stores: Readonly<Record<number, Text>> = {
  [codes.ClientOs.ios]: { zh: '在App Store下载（iOS）', en: 'Get it in the App Store (iOS)' },
  [codes.ClientOs.harmony]: { zh: '在华为应用市场下载（鸿蒙）', en: 'Get it in AppGallery (HarmonyOS)' },
};
const download: Text = { zh: '前往下载页', en: 'Go to the download page' };

async function linksFor(executor: Executor, lang: Lang): Promise<Page['links']> {
  const [address, offers] = [await downloadPage(executor), await storePages(executor)];
  const links = offers.flatMap(({ clientOs, url }) => {
    const label = stores[clientOs]?.[lang];
    return label === undefined ? [] : [{ label, url }];
  });
  return address === undefined ? links : [{ label: download[lang], url: address }, ...links];
}

/** Says that a code leads nowhere, and where the app can be got: 410 where it cannot be got anywhere. */
export async function closedPage(executor: Executor, lang: Lang, why: Closed): Promise<PageReply> {
  const links = await linksFor(executor, lang);
  const isOffered = links.length > 0;
  const text = texts[why][isOffered ? 'offered' : 'alone'][lang];
  return new PageReply({ lang, status: isOffered ? 200 : 410, title: titles[why][lang], text, links });
}

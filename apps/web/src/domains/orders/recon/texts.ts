import type { Text } from '@wheelhouse/contract/lang';
import { codes } from '@wheelhouse/entities/codes';
import { useTexts, type Texts } from '../../../i18n/lang.ts';

export const reconTexts = {
  lists: { zh: '对账列表', en: 'Reconciliation' },
  recon: { zh: '按日', en: 'By day' },
  reconItem: { zh: '全部差异', en: 'All differences' },
  payNotice: { zh: '渠道通知', en: "Channels' calls" },
  items: { zh: '差异', en: 'Differences' },
  advice: { zh: '处理建议', en: 'What to do' },
  sides: { zh: '两边对比', en: 'Both sides' },
  platform: { zh: '平台', en: 'Here' },
  channel: { zh: '渠道', en: 'Channel' },
  more: { zh: '差额', en: 'Difference' },
  sum: { zh: '项目', en: 'Sum' },
  count: { zh: '笔数', en: 'Rows' },
  net: { zh: '净额', en: 'Net' },
  fees: { zh: '手续费', en: 'Fees' },
} as const satisfies Texts;

export const useReconTexts = () => useTexts(reconTexts);

const { missingHere, missingThere, amount, feeRounding, acrossMidnight } = codes.ReconDiff;

/** What is usually the reason of a difference, and what to do about it. */
export const advice: Readonly<Record<number, Text>> = {
  [missingHere]: {
    zh: '渠道有、平台没有：多为回调丢失。先「向渠道核实」，款项会按正常流程入账；不是本平台的交易请备注后处理或调账。',
    en: 'The channel has it, the platform does not: usually a call that was lost. Ask the channel first: the money is then taken as usual. What is not ours is handled with a remark, or corrected.',
  },
  [missingThere]: {
    zh: '平台有、渠道没有：先「向渠道核实」交易状态；确认未到账时联系渠道，再处理或调账。',
    en: 'The platform has it, the channel does not: ask the channel for the trade first. Where no money came, call the channel, then handle or correct it.',
  },
  [amount]: {
    zh: '两边金额或手续费不同：核对订单与渠道账单，以渠道到账为准调账，并查明原因。',
    en: 'Amount or fee differ: compare order and bill, correct the ledger to what arrived, and find out why.',
  },
  [feeRounding]: {
    zh: '手续费舍入相差1分：可直接按渠道调账。',
    en: 'A fee was rounded otherwise by one fen: correct the ledger to the channel.',
  },
  [acrossMidnight]: {
    zh: '跨日入账：在前后一日账单中出现后自动消除，无需处理。',
    en: 'It is on the bill of the day beside, or will be: it goes away by itself.',
  },
};

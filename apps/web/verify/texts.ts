import type { Text } from '@wheelhouse/contract/lang';

export const texts = {
  title: { zh: '抽奖核对', en: 'Check the draws of a campaign' },
  lead: {
    zh: '核对抽奖活动的凭证文件：概率、种子、每次抽奖的结果和各条链。文件只在本机读取，不会上传。',
    en: 'Checks the receipts file of a campaign: odds, seed, the outcome of every draw, and the chains. The file is read on this computer and sent nowhere.',
  },
  fileTitle: { zh: '凭证文件', en: 'Receipts file' },
  choose: { zh: '将文件拖到此处，或选择文件', en: 'Drop the file here, or choose it' },
  chooseHint: { zh: '从活动详情页下载的文件', en: 'As downloaded from the page of the campaign' },
  chooseOther: { zh: '{size} · 选择其他文件', en: '{size} · choose another' },
  notedTitle: { zh: '与另行记录的内容比较（可选）', en: 'Compare with what was noted elsewhere (optional)' },
  notedWhy: {
    zh: '活动期间记下的链头值或用户凭证，能发现事后被整体重写的文件。',
    en: 'Heads and receipts noted during the campaign show whether the whole file was rewritten later.',
  },
  headsLabel: { zh: '链头值，每行一个', en: 'Heads, one a line' },
  headsHint: {
    zh: '日期和链头值；end为结束时的链头值，start为公布的承诺值',
    en: 'Day and head; “end” for the head at the end, “start” for the commitment that was shown',
  },
  receiptsLabel: { zh: '用户凭证，每行一个', en: 'Receipts of owners, one a line' },
  receiptsHint: { zh: '请求号:链:序号:哈希', en: 'request number:lane:number:hash' },
  wrongLine: { zh: '无法识别：{line}', en: 'Cannot be read: {line}' },
  check: { zh: '核对', en: 'Check' },
  cancel: { zh: '取消', en: 'Cancel' },
  noFile: { zh: '请先选择凭证文件。', en: 'Choose the receipts file first.' },
  failed: { zh: '无法读取文件：{why}', en: 'The file cannot be read: {why}' },
  foot: {
    zh: '此页包含核对所需的一切，无需网络；保存后可在任何电脑上打开。',
    en: 'This page holds everything it needs and uses no network; once saved it works on any computer.',
  },

  right: { zh: '未发现不符', en: 'Nothing deviates' },
  rightSeed: {
    zh: '{draws}次抽奖均已核对：种子与承诺值相符，每次结果都已重新计算，各条链完整。',
    en: '{draws} {draws|draw|draws} checked: the seed matches the commitment, every outcome was computed again, and the chains are whole.',
  },
  soFar: { zh: '目前未发现不符', en: 'Nothing deviates so far' },
  noSeed: {
    zh: '{draws}次抽奖的链完整。文件尚无种子，活动结束后才能重新计算每次结果。',
    en: 'The chains of {draws} {draws|draw|draws} are whole. The file has no seed yet: outcomes can be computed again once the campaign has ended.',
  },
  deviates: { zh: '发现{total}处不符', en: '{total} {total|deviation|deviations}' },
  deviatesOf: {
    zh: '文件共有{draws}次抽奖，不符之处见下表。',
    en: 'The file has {draws} {draws|draw|draws}; the table below says what deviates.',
  },
  compared: {
    zh: '已与另行记录的{heads}个链头值和{receipts}个凭证比较。',
    en: 'Compared with {heads} {heads|head|heads} and {receipts} {receipts|receipt|receipts} noted elsewhere.',
  },
  uncompared: {
    zh: '未与任何另行记录的内容比较：仅凭文件无法发现事后的整体重写。',
    en: 'Compared with nothing noted elsewhere: a file alone does not show whether the whole of it was rewritten later.',
  },
  findings: { zh: '不符之处', en: 'What deviates' },
  first: {
    zh: '显示{kept}处，共{total}处；每类最多显示100处。',
    en: '{kept} of {total} shown, at most 100 of each kind.',
  },
  line: { zh: '文件行', en: 'Line' },
  lane: { zh: '链', en: 'Lane' },
  number: { zh: '序号', en: 'Number' },
  requestNo: { zh: '请求号', en: 'Request' },
  what: { zh: '不符', en: 'Deviation' },
  wins: { zh: '中奖次数与概率', en: 'Wins against the odds' },
  row: { zh: '奖池行', en: 'Row of the pool' },
  none: { zh: '未中奖', en: 'No prize' },
  expected: { zh: '按概率', en: 'By the odds' },
  picked: { zh: '抽中', en: 'Picked' },
  given: { zh: '发放', en: 'Given' },
  kept: { zh: '未按抽中发放的原因', en: 'Not given as picked, by reason' },
  facts: { zh: '活动', en: 'Campaign' },
  activityNo: { zh: '编号', en: 'Number' },
  name: { zh: '名称', en: 'Name' },
  commitment: { zh: '承诺值', en: 'Commitment' },
  head: { zh: '链头值', en: 'Head' },
  heads: { zh: '每日链头值', en: 'Heads of days' },
} satisfies Record<string, Text>;

export type TextName = keyof typeof texts;

/** Why what was picked was not given, by number. */
export const reasons: readonly Text[] = [
  { zh: '无', en: 'None' },
  { zh: '已发完', en: 'None left' },
  { zh: '当日已达上限', en: 'Limit of the day' },
  { zh: '未到时间', en: 'Too early' },
  { zh: '预算不足', en: 'Budget' },
  { zh: '用户中奖次数已达上限', en: 'User has won enough' },
  { zh: '风险控制', en: 'Risk' },
  { zh: '优惠券或主题无法发放', en: 'Coupon or theme could not be given' },
  { zh: '盲盒保底款', en: 'Promised row of a blind box' },
  { zh: '盲盒以其他款代替', en: 'Another row of a blind box, as none was left' },
];

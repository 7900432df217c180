import { fill, type Text, type TextParams } from '../lang.ts';

/** What can be wrong with a campaign's file, and how it is said. */
const texts = {
  malformed: {
    zh: '无法读取此行：{what}缺失或格式不正确',
    en: 'The line cannot be read: {what} is missing or has another form',
  },
  lineOrder: { zh: '此行不在应有的位置', en: 'The line is not where it belongs' },
  afterEnd: { zh: '此行位于结束行之后', en: 'The line comes after the end line' },
  campaignMissing: {
    zh: '缺少活动行，无法检查各链的起点',
    en: 'The campaign line is missing: the beginnings of the chains cannot be checked',
  },
  campaignTwice: { zh: '活动行出现多次', en: 'There is more than one campaign line' },
  seed: { zh: '种子与承诺值不符', en: 'The seed does not match the commitment' },
  oddsHash: { zh: '概率版本{version}与其哈希不符', en: 'The odds of version {version} do not match their hash' },
  oddsSum: { zh: '概率版本{version}之和超过100%', en: 'The odds of version {version} add up to more than 100%' },
  oddsOrder: {
    zh: '概率版本{version}重复，或早于前一版本',
    en: 'Version {version} of the odds comes twice or before an earlier one',
  },
  oddsUnknown: {
    zh: '使用了文件中没有的概率版本{version}',
    en: 'The draw uses version {version} of the odds, which the file does not have',
  },
  oddsEarly: {
    zh: '概率版本{version}尚未生效就被使用',
    en: 'The draw uses version {version} of the odds before it began',
  },
  oddsLate: {
    zh: '概率版本{version}已被替换仍被使用',
    en: 'The draw uses version {version} of the odds after the next one began',
  },
  lane: { zh: '请求号属于第{right}链', en: 'The request number belongs to lane {right}' },
  missing: { zh: '此前缺少序号{range}', en: 'Missing before this draw: number {range}' },
  numberTwice: { zh: '序号重复', en: 'The number occurs twice' },
  numberOrder: { zh: '序号顺序错误', en: 'The number is out of order' },
  requestTwice: { zh: '请求号重复使用', en: 'The request number is used twice' },
  firstHash: {
    zh: '链的首次抽奖与承诺值不符：记录被改动，或链从另一承诺值开始',
    en: 'The first draw of the lane does not follow from the commitment: it was changed, or the chain began with another commitment',
  },
  hash: {
    zh: '哈希不符：此次抽奖或其前一次被改动',
    en: 'The hash does not match: this draw or the one before was changed',
  },
  timeBack: {
    zh: '时间比本链之前的抽奖早{seconds}秒',
    en: 'The time is {seconds} s before that of an earlier draw of the lane',
  },
  picked: {
    zh: '按种子应抽中第{right}行，文件为第{picked}行',
    en: 'The seed picks row {right}, the file says {picked}',
  },
  pickedRow: { zh: '奖池没有第{picked}行', en: 'The pool has no row {picked}' },
  given: { zh: '发放的第{given}行不是抽中的第{picked}行', en: 'Row {given} was given, row {picked} was picked' },
  withheld: {
    zh: '未发原因{withheld}与抽中、发放不一致',
    en: 'Reason {withheld} does not agree with what was picked and given',
  },
  headCounts: {
    zh: '{day}的链头值包含文件中没有的抽奖',
    en: 'The head of {day} counts draws that the file does not have',
  },
  headOrder: {
    zh: '{day}的链头值重复、顺序错误，或少于前一日',
    en: 'The head of {day} comes twice, out of order, or counts less than the one before',
  },
  head: { zh: '{day}的链头值与各链不符', en: 'The head of {day} does not match the chains' },
  endMissing: { zh: '缺少结束行：文件可能被截断', en: 'The end line is missing: the file may have been cut off' },
  endDraws: {
    zh: '结束行记为{right}次抽奖，文件有{draws}次',
    en: 'The end line counts {right} draws, the file has {draws}',
  },
  endHead: { zh: '结束时的链头值与各链不符', en: 'The head at the end does not match the chains' },
  notedMissing: { zh: '文件没有{day}的链头值', en: 'The file has no head of {day}' },
  notedHead: { zh: '{day}的链头值与另行记录的不同', en: 'The head of {day} differs from the one noted elsewhere' },
  notedCommitment: {
    zh: '承诺值与另行记录的不同',
    en: 'The commitment differs from the one noted elsewhere',
  },
  receiptMissing: { zh: '文件没有凭证所指的抽奖', en: 'The file does not have the draw of this receipt' },
  receipt: { zh: '抽奖与用户的凭证不同', en: 'The draw differs from the owner’s receipt' },
} satisfies Record<string, Text>;

export type FindingCode = keyof typeof texts;

/** Where something was found. */
export interface Place {
  readonly lane?: number;
  readonly n?: number;
  readonly requestNo?: string;
}
export interface Finding extends Place {
  readonly code: FindingCode;
  /** Line of the file, from 1; absent where it is about the whole file. */
  readonly line?: number;
  readonly text: Text;
}

/** Kept of each kind, so that a common one does not hide a rare one. */
const mostOfKind = 100;

/** Collects what is found: all are counted, the first of each kind are kept. */
export class Findings {
  readonly #kept: Finding[] = [];
  readonly #counts = new Map<FindingCode, number>();
  /** Line of the file that is being checked; undefined at its end. */
  line: number | undefined;

  add(code: FindingCode, { lane, n, requestNo }: Place = {}, params: TextParams = {}): void {
    const count = (this.#counts.get(code) ?? 0) + 1;
    this.#counts.set(code, count);
    if (count > mostOfKind) return;
    const { zh, en } = texts[code];
    this.#kept.push({
      code,
      ...(this.line !== undefined && { line: this.line }),
      ...(lane !== undefined && { lane }),
      ...(n !== undefined && { n }),
      ...(requestNo !== undefined && { requestNo }),
      text: { zh: fill(zh, params), en: fill(en, params) },
    });
  }

  get kept(): readonly Finding[] {
    return this.#kept;
  }

  /** How many of each kind there are. */
  get counts(): ReadonlyMap<FindingCode, number> {
    return this.#counts;
  }
}

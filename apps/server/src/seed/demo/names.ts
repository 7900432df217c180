import type { Random } from './random.ts';

/** Chinese names of people and nicknames as users of a riding app choose them. */

// prettier-ignore
const surnames = [
  ['王', 72], ['李', 71], ['张', 68], ['刘', 53], ['陈', 47], ['杨', 31], ['黄', 25], ['赵', 24], ['吴', 23], ['周', 22], ['徐', 17], ['孙', 16],
  ['马', 14], ['朱', 14], ['胡', 13], ['郭', 13], ['何', 12], ['林', 12], ['高', 11], ['罗', 11], ['郑', 10], ['梁', 9], ['谢', 8], ['宋', 8],
  ['唐', 8], ['许', 7], ['韩', 7], ['邓', 7], ['冯', 7], ['曹', 6], ['彭', 6], ['曾', 6], ['肖', 6], ['田', 6], ['董', 5], ['潘', 5], ['袁', 5],
  ['蔡', 5], ['蒋', 5], ['余', 5], ['于', 5], ['杜', 5], ['叶', 5], ['程', 5], ['魏', 4], ['苏', 4], ['吕', 4], ['丁', 4], ['沈', 4], ['任', 4],
  ['姚', 4], ['卢', 4], ['钟', 4], ['陆', 3], ['顾', 3], ['欧阳', 1], ['诸葛', 0.4], ['司徒', 0.4],
] as const;
const men = [...'伟强磊军洋勇杰涛明超刚平辉鹏华飞鑫波斌宇浩凯健俊帆博晨轩宁东海峰志毅昊然阳旭睿泽'];
const women = [...'芳娜敏静丽艳娟霞秀英燕玲桂丹萍红雪梅莉倩颖琳洁婷慧瑶欣怡佳雯璐晓蕾悦妍菲诗琪涵月梦'];
const middles = [...'文建国志晓小海春玉金思子家明雨一天永新宏美慧'];

export interface Person {
  readonly name: string;
  readonly surname: string;
  readonly given: string;
  readonly gender: 1 | 2;
}

export function personOf(random: Random, menShare = 0.58): Person {
  const gender = random.chance(menShare) ? 1 : 2;
  const last = random.pick(gender === 1 ? men : women);
  const middle = random.chance(0.62) ? random.pick(middles.filter((ch) => ch !== last)) : '';
  const surname = random.weighted(surnames);
  return { name: surname + middle + last, surname, given: middle + last, gender };
}

// prettier-ignore
const moods = ['追风的', '爱骑车的', '早起的', '慢悠悠的', '快乐的', '不加班的', '佛系', '热心', '可爱的', '路过的', '努力的', '下班的', '淋雨的', '安静的', '喝咖啡的', '爱吃辣的', '元气', '会飞的', '云端', '江南'];
// prettier-ignore
const things = ['小鹿', '橘猫', '柴犬', '企鹅', '小熊', '兔子', '海豚', '燕子', '蜗牛', '骑士', '少年', '小张同学', '打工人', '老司机', '大叔', '柠檬', '西瓜', '汤圆', '豆包', '泡芙', '小满', '青柠', '晚风', '星星', '月亮', '云朵', '栗子', '可乐', '芒果', '年糕'];
// prettier-ignore
const ready = ['晨曦', '风过无痕', '岁月静好', '往事随风', '一路向北', '平平淡淡', '海阔天空', '南风知我意', '山野有雾', '人间烟火', '听雨', '半糖', 'momo', '骑着小电去旅行', '城市漫游者', '两轮人生', '电光石火', '向阳花', '知足常乐', '云淡风轻', '浅夏', '拾光', '荔枝味的夏天', '阿拉上海人', '西湖边骑车', '静水流深', '大白兔', '小确幸', '夜骑党', '通勤选手'];
const latin = [
  'Leo',
  'Kevin',
  'Tony',
  'Amy',
  'Jason',
  'Echo',
  'Vivian',
  'Eric',
  'Coco',
  'Max',
  'Luna',
  'Ivy',
  'Ryan',
  'Sunny',
  'Chris',
  'Nana',
  'Jerry',
  'Zoe',
  'Andy',
  'Mia',
  'Yuki',
  'Rex',
];
const relatives = ['爸', '妈', '爹'];

function draft(random: Random, { surname, given, gender }: Person): string {
  const last = [...given].at(-1) ?? given;
  switch (random.int(0, 11)) {
    case 0:
      return `阿${last}`;
    case 1:
      return `小${last}`;
    case 2:
      return random.chance(0.5) ? `老${surname}` : `${surname}${gender === 1 ? '先生' : '女士'}`;
    case 3:
      return `${surname}同学`;
    case 4:
      return `${last}${last}`;
    case 5:
    case 6:
      return random.pick(ready);
    case 7:
      return random.pick(latin);
    case 8:
      return `${last}宝${random.pick(relatives)}`;
    case 9:
      return random.chance(0.5)
        ? given.padEnd(2, last)
        : `${surname}${random.pick(['师傅', '老师', '哥', '姐', '工'])}`;
    default:
      return random.pick(moods) + random.pick(things);
  }
}

/** 2–16 characters; often with something behind it, as names in use are taken. */
export function nicknameOf(random: Random, person: Person): string {
  const name = draft(random, person);
  if (!random.chance(0.34)) return name;
  const tail = random.weighted<string>([
    [String(random.int(2, 99)), 5],
    [`_${random.digits(4)}`, 3],
    [random.pick(['🛵', '⚡', '🌿', '🐱', '🌙']), 2],
    [String(random.int(1978, 2006)), 2],
  ]);
  return name + tail;
}

// prettier-ignore
const shopWords = ['骏驰', '众行', '启程', '迅达', '顺风', '绿动', '安途', '捷行', '恒远', '鑫源', '万里', '金轮', '瑞丰', '嘉禾', '宏业', '畅行', '星途', '飞鸿', '锐风', '卓越', '鼎盛', '华骑', '乐途', '天翼', '立达', '风行', '佳骑', '昌盛', '泰安', '新能', '电驰', '易骑', '盛世', '远大', '青禾', '蓝驰', '广源', '博远', '中联', '同悦', '福临', '旭日', '凯旋', '利群', '百川', '清风', '百灵', '创达', '优行', '聚力', '浩骑', '捷骑', '轻风', '东方', '金骑', '荣诚', '路行', '旺达', '前行', '盛景', '春晖', '永诚', '全行', '劲骑'];

/** Word in the middle of a company's name; a different one for each shop. */
export function shopWordsOf(random: Random): string[] {
  return random.shuffled(shopWords);
}

import type { Issue } from '../define.ts';
import type { Row } from '../fields.ts';

/**
 * What tags must not say of people: personal data of special categories, and anything about children. A word of a name or remark that is here is refused;
 * Latin ones count as whole words.
 */
export const sensitiveTagWords: Readonly<Record<'religion' | 'health' | 'minors', readonly string[]>> = {
  religion: [
    '宗教',
    '信教',
    '教徒',
    '信徒',
    '佛教',
    '道教',
    '基督',
    '天主教',
    '伊斯兰',
    '穆斯林',
    '清真',
    '犹太',
    '教会',
    '寺庙',
    '信仰',
    'religion',
    'religious',
    'christian',
    'catholic',
    'muslim',
    'islam',
    'islamic',
    'jewish',
    'buddhist',
    'hindu',
    'church',
    'faith',
  ],
  health: [
    '疾病',
    '患者',
    '病人',
    '病史',
    '病情',
    '慢病',
    '残疾',
    '残障',
    '癌',
    '糖尿',
    '高血压',
    '心脏病',
    '抑郁',
    '精神病',
    '艾滋',
    '传染',
    '孕妇',
    '怀孕',
    '肝炎',
    'illness',
    'disease',
    'patient',
    'patients',
    'sick',
    'disabled',
    'disability',
    'cancer',
    'diabetes',
    'diabetic',
    'hiv',
    'pregnant',
    'depression',
  ],
  minors: [
    '未成年',
    '儿童',
    '小孩',
    '孩子',
    '少儿',
    '幼儿',
    '婴儿',
    '宝宝',
    '青少年',
    '小学',
    '中学',
    '初中',
    '高中生',
    '十八岁以下',
    '18岁以下',
    'minor',
    'minors',
    'child',
    'children',
    'kid',
    'kids',
    'teen',
    'teens',
    'teenager',
    'teenagers',
    'underage',
    'pupil',
    'pupils',
  ],
};

const words = Object.values(sensitiveTagWords).flat();
const isLatin = (word: string): boolean => /^[a-z]/.test(word);
const latin = new RegExp(`(?<![a-z])(?:${words.filter(isLatin).join('|')})(?![a-z])`);
const others = words.filter((word) => !isLatin(word));

/** The first such word of a text, spaces and case aside. */
export function sensitiveTagWord(text: string): string | undefined {
  const plain = text.normalize('NFKC').toLowerCase();
  const found = latin.exec(plain)?.[0];
  const joined = plain.replace(/[\s·._-]+/g, '');
  return found ?? others.find((word) => joined.includes(word));
}

/** A tag's name and remark say nothing about religion, health or minors. */
export function notSensitive(row: Row): Issue | undefined {
  for (const field of ['name', 'remark']) {
    const value = row[field];
    const word = typeof value === 'string' ? sensitiveTagWord(value) : undefined;
    if (word !== undefined)
      return {
        field,
        text: {
          zh: '标签不得涉及健康、宗教和未成年人：{word}',
          en: 'No tags about health, religion or minors: {word}',
        },
        params: { word },
      };
  }
  return undefined;
}

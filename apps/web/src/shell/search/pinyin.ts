/** Syllables and the characters of page names that are read so; some are read in two ways. */
const table =
  'an安案/ban板版/bang绑/bao报保包/bei备被/ben本/bian编变/biao表标/bo播/bu不部/cai菜采财/cao操/ce测/cha查/chang常厂场/' +
  'che车/cheng程城/chi池/chong充重/chu处出/cun存/cuo错/da答大打/dan单/dao导盗到/de的/deng登等/di地第/dian点典电店/diao调/ding订定/' +
  'dong动/duan端/dui对/fa发/fan反/fang放方/fei费/fen分/fu服复付/gao告高/ge个格/gen根跟/geng更/gong公功工供/gou构购/gu固故/' +
  'guan管关/guang广/gui轨规/guo国过/hang行/hao号/he核盒合和/hu户/hua化话/huan换/hui回惠会/huo活货/ji辑记计机级激迹技基/jia家价加/' +
  'jian件见建监检简/jiang奖将/jiao角交/jie介接节结解/jin进金/jing径警经/jiu旧救/ju据/jue角/ka卡/kai开/kan看/ke客课/kong控/ku库/kuan款/kui馈/' +
  'lan览蓝/lei类/li理历里/lian链联/liang量辆/liao料/lie列/liu流/lu录路/lun轮论/mang盲/mei每/mian面/ming明名/mo模/mu模目/nei内/neng能/ni拟/' +
  'pei配/pi批/pian片/pin品频/ping评平/pu铺/qi期企/qian签/qiang墙/qing情清/qu区/quan权券全/ren人任/ri日/rong容/ru入/se色/shang商上/shao绍/' +
  'she设/shen审申/sheng升省/shi使示试事实视史适市时/shou首收售/shu数书/shuo说/su诉/suo索/tai态台/tan探/ti题提体/tiao跳调条/ting停/tong统通/tou投/tu图/tui推/tuan团/' +
  'wan完/wang网/wei未维位/wen问文/wu无物务误/xi系息析/xian限线/xiang详享项/xiao消效销/xin新信心/xing醒型行性/xiu修/xu虚需/xun询寻/' +
  'ya牙/ye业页/yi益意异/yin音/ying营应/yong用/you优/yu语与预/yuan员愿远源/yun运云/zai在/zeng增/zhan站展/zhang账障章/zhao召/zhi知志指制置支质/' +
  'zhong中重/zhu主注/zhuan转/zhuang状/zi资字自/zong总/zu组/zuo作';

const syllables = new Map<string, readonly string[]>();
for (const entry of table.split('/')) {
  const [, syllable = '', characters = ''] = /^([a-z]+)(.+)$/.exec(entry) ?? [];
  for (const character of characters) syllables.set(character, [...(syllables.get(character) ?? []), syllable]);
}

/** Ways in which a character is typed: its syllables; a letter or digit as itself. */
export const readingsOf = (character: string): readonly string[] =>
  syllables.get(character) ?? (/[a-z0-9]/.test(character) ? [character] : []);

/** Whether the rest of what was typed can be read off these characters: each by its syllable or initial, the last one also in part. */
function reads(characters: readonly string[], typed: string): boolean {
  if (typed === '') return true;
  const [first, ...rest] = characters;
  if (first === undefined) return false;
  return readingsOf(first).some(
    (reading) =>
      reading.startsWith(typed) ||
      (typed.startsWith(reading) && reads(rest, typed.slice(reading.length))) ||
      (typed.startsWith(reading.charAt(0)) && reads(rest, typed.slice(1))),
  );
}

/** Where in a name begins what was typed as pinyin (`cheliang`) or as initials (`clgl`); infinite where nowhere. */
export function pinyinAt(name: string, typed: string): number {
  const characters = [...name.replaceAll(/\s+/g, '').toLowerCase()];
  if (!/^[a-z0-9]{2,}$/.test(typed)) return Number.POSITIVE_INFINITY;
  const at = characters.findIndex((first, i) => /[\u4e00-\u9fff]/.test(first) && reads(characters.slice(i), typed));
  return at === -1 ? Number.POSITIVE_INFINITY : at;
}

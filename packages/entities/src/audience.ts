import { fill, type Lang, listedWithAnd, type Text } from '@wheelhouse/contract/lang';
import { codes } from './codes.ts';
import type { Issue } from './define.ts';
import { f, type Row } from './fields.ts';

const { all, tags, models, regions, list, dealer } = codes.AudienceType;

/** Field of each type of audience (D:AudienceType) that says which ones; everybody needs none. */
export const audienceChoices: Readonly<Record<number, string>> = {
  [tags]: 'tagIds',
  [models]: 'vehicleTypeIds',
  [regions]: 'cityCodes',
  [list]: 'userFileId',
  [dealer]: 'dealerIds',
};

/** Types that every audience can have. */
export const commonAudiences: readonly number[] = [all, tags, models, regions];

/** Whether a row is for a type of audience. */
export const isFor =
  (type: number) =>
  ({ audienceType }: Row): boolean =>
    Number(audienceType) === type;

/**
 * Fields of the types that every audience has.
 * @for an audience: these fields, `audience` of the definition, its line of `rules`; `usersWhere` (`modules/audience`) selects, `blocks/audience.tsx`
 * has its part of the form and its sentence: `advertisement`, `activityMessage`
 * @param most how many tags, models or regions can be chosen
 */
export const audienceFields = (most: number) => {
  const chosen = { required: true, min: 1, max: most } as const;
  return {
    audienceType: f.dict('AudienceType', { required: true, default: all }),
    tagIds: f.refMany('userTag', { ...chosen, visible: isFor(tags) }),
    vehicleTypeIds: f.refMany('vehicleType', { ...chosen, visible: isFor(models) }),
    cityCodes: f.tags({ ...chosen, visible: isFor(regions) }),
  };
};

/** The rule that an audience is of one of these types. */
export const knownAudience =
  (types: readonly number[]) =>
  ({ audienceType: type }: Row): Issue | undefined =>
    type === undefined || type === null || types.includes(Number(type))
      ? undefined
      : { field: 'audienceType', text: { zh: '暂不支持该选项', en: 'Not available here' } };

/** What the sentence of an audience is made of: names of what was chosen. */
export interface AudienceNames {
  /** D:AudienceType; undefined: users of the app do not get it. */
  readonly type: number | undefined;
  /** Names of tags, models, regions or dealers. */
  readonly chosen: readonly string[];
  /** Names of platforms; none: any. */
  readonly platforms: readonly string[];
  /** What its vehicle has to be, by name: "activated"; empty: anything. */
  readonly vehicle: string;
  /** Versions of the app, `1.2.0`; empty: any. */
  readonly minVersion: string;
  readonly maxVersion: string;
  /** Who gets it besides users of the app, by name: staff, dealers. */
  readonly others?: readonly string[];
}

const sentences: Readonly<Record<number, Text>> = {
  [all]: { zh: '全部{os}用户', en: 'All {os}users' },
  [tags]: { zh: '标签为「{names}」的{os}用户', en: '{os}users tagged “{names}”' },
  [models]: { zh: '{names}的{os}车主', en: '{os}owners of {names}' },
  [regions]: { zh: '{names}的{os}用户', en: '{os}users in {names}' },
  [list]: { zh: '名单中的{os}用户', en: '{os}users of a list' },
  [dealer]: { zh: '{names}的{os}车主', en: '{os}owners who bought from {names}' },
};
/** Platforms stand before a word: English words stand apart. */
const before: Text = { zh: '{os}', en: '{os} ' };

const limits = {
  vehicle: { zh: '车辆{name}', en: 'vehicle {name}' },
  from: { zh: 'APP不低于{min}', en: 'app {min} or later' },
  to: { zh: 'APP不高于{max}', en: 'app {max} or earlier' },
  between: { zh: 'APP {min}至{max}', en: 'app {min} to {max}' },
  all: { zh: '（{words}）', en: ' ({words})' },
  and: { zh: '，', en: ', ' },
} as const satisfies Readonly<Record<string, Text>>;

/** What else is asked, in brackets: " (vehicle activated, app 1.2.0 or later)". */
function limitWords({ vehicle, minVersion: min, maxVersion: max }: AudienceNames, lang: Lang): string {
  const versions = min && max ? limits.between : min ? limits.from : limits.to;
  const words = [
    ...(vehicle === '' ? [] : [fill(limits.vehicle[lang], { name: vehicle.toLowerCase() })]),
    ...(min === '' && max === '' ? [] : [fill(versions[lang], { min, max })]),
  ];
  return words.length === 0 ? '' : fill(limits.all[lang], { words: words.join(limits.and[lang]) });
}

/** Users of the app in words: "iOS users in 上海 (app 1.2.0 or later)". */
function userWords(names: AudienceNames, lang: Lang): string {
  const { type, chosen, platforms } = names;
  const os = listedWithAnd(platforms, lang);
  const text = fill(sentences[type ?? -1]?.[lang] ?? '', {
    names: listedWithAnd(chosen, lang),
    os: os === '' ? '' : fill(before[lang], { os }),
  });
  // A platform keeps its own spelling: iOS.
  return (os === '' ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : text) + limitWords(names, lang);
}

/** An audience in a sentence: "All users (app 1.2.0 or later), console staff and dealers". */
export function audienceWords(names: AudienceNames, lang: Lang): string {
  const { type, others = [] } = names;
  if (type === undefined) return listedWithAnd([...others.slice(0, 1), ...others.slice(1).map(inside)], lang);
  return listedWithAnd([userWords(names, lang), ...others.map(inside)], lang);
}

/** A name of an entry within a sentence. */
const inside = (name: string): string => name.toLowerCase();

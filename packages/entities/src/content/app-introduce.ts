import { codes } from '../codes.ts';
import { defineEntity, type Issue } from '../define.ts';
import { everything, f, type Row } from '../fields.ts';
import {
  hasJumpTarget,
  jumpActivity,
  jumpArticle,
  jumpsByHttps,
  jumpsToActivity,
  jumpsToArticle,
  knownJump,
} from '../jump.ts';
import { appVersion } from '../patterns.ts';
import { isAbove } from '../versions.ts';

const { about, whatIsNew } = codes.IntroType;
const isAbout = ({ introType }: Row): boolean => Number(introType) === about;
const isWhatIsNew = ({ introType }: Row): boolean => Number(introType) === whatIsNew;
/** Pages to swipe through: of an onboarding, and of what is new. */
export const hasPages = ({ introType }: Row): boolean =>
  introType !== undefined && introType !== null && Number(introType) !== about;

/** What is new is of certain versions. */
function versionsNamed(row: Row): Issue | undefined {
  if (!isWhatIsNew(row)) return undefined;
  const field = ['minVersion', 'maxVersion'].find((name) => !row[name]);
  return field === undefined
    ? undefined
    : { field, text: { zh: '新版介绍须填写版本范围', en: 'What is new needs its versions' } };
}

function versionsInOrder({ minVersion, maxVersion }: Row): Issue | undefined {
  if (typeof minVersion !== 'string' || typeof maxVersion !== 'string') return undefined;
  if (!appVersion.test(minVersion) || !appVersion.test(maxVersion) || !isAbove(minVersion, maxVersion))
    return undefined;
  return {
    field: 'maxVersion',
    text: { zh: '最高版本不能低于最低版本', en: 'Must not be lower than the lowest version' },
  };
}

const pixels = { width: 1125, height: 2436 };
const picture = { pixels, maxMb: 1 };

/** Introduction of the app APP介绍: pages to swipe through when it is new or has changed, and who made it. */
export const appIntroduce = defineEntity({
  name: 'appIntroduce',
  table: 'cnt_app_introduce',
  domain: 'content',
  label: { zh: 'APP介绍', en: 'App introduction' },
  base: '/ps/crm/appIntroduce',
  page: 'appIntroduce',
  title: ['title'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete', 'shelf', 'sort'],
  fields: {
    ...f.bilingual('title', 'text', { required: true, min: 2, max: 30 }),
    introType: f.dict('IntroType', { required: true, index: true }),
    clientOs: f.dictMany('ClientOs', {
      required: true,
      min: 1,
      default: ['1', '2', '3'],
      help: {
        zh: '同平台同类型已上架内容的版本范围不能重叠；每个平台仅一个已上架的「关于我们」',
        en: 'On the shelf, versions of one platform and type do not overlap; each platform has one “About”',
      },
    }),
    minVersion: f.text({
      max: 11,
      pattern: appVersion,
      visible: hasPages,
      help: { zh: '如1.2.0；新版介绍必填，引导页不填则不限', en: 'E.g. 1.2.0. Demanded of what is new' },
    }),
    maxVersion: f.text({
      max: 11,
      pattern: appVersion,
      visible: hasPages,
      help: { zh: '如1.2.9', en: 'E.g. 1.2.9' },
    }),
    versionRange: f.computed(f.text(), { empty: everything }),
    pages: f.rows(
      {
        image: f.image({ required: true, ...picture }),
        imageEn: f.image(picture),
        text: f.text({ max: 30 }),
      },
      {
        required: true,
        min: 1,
        max: 6,
        sortable: true,
        visible: hasPages,
        help: {
          zh: '1–6页，图片1125×2436，不超过1MB；可拖动排序',
          en: '1–6 pages. Pictures of 1125×2436, up to 1 MB. Drag to order',
        },
      },
    ),
    buttonText: f.text({
      max: 8,
      visible: hasPages,
      help: { zh: '仅最后一页显示', en: 'On the last page only' },
    }),
    jumpType: f.dict('JumpType', { default: codes.JumpType.none, visible: hasPages }),
    jumpTarget: f.text({
      required: true,
      max: 500,
      visible: (row) => hasPages(row) && hasJumpTarget(row),
      help: {
        zh: 'https地址（域名须在白名单内）或APP页面',
        en: 'An https address on an allowed host, or a page of the app',
      },
    }),
    articleId: f.ref('article', {
      required: true,
      visible: (row) => hasPages(row) && jumpsToArticle(row),
      label: jumpArticle,
    }),
    activityId: f.ref('raffleActivity', {
      required: true,
      visible: (row) => hasPages(row) && jumpsToActivity(row),
      label: jumpActivity,
    }),
    ...f.bilingual(
      'content',
      'richText',
      { required: true, max: 20_000, visible: isAbout, label: { zh: '正文', en: 'Text' } },
      { visible: isAbout, label: { zh: '英文正文', en: 'English text' } },
    ),
    sort: f.sort({ index: true }),
    shelfStatus: f.dict('ShelfStatus', { required: true, default: 0, readonly: true, index: true }),
  },
  list: {
    columns: ['title', 'shelfStatus', 'introType', 'clientOs', 'versionRange', 'pages', 'sort', 'updateTime'],
    filters: { title: 'like', introType: 'eq', clientOs: 'eq', shelfStatus: 'eq' },
    order: 'sort asc',
  },
  form: [
    {
      title: { zh: '介绍', en: 'Introduction' },
      fields: ['title', 'titleEn', 'introType', 'clientOs', 'minVersion', 'maxVersion', 'sort'],
    },
    {
      title: { zh: '内容', en: 'Content' },
      fields: ['pages', 'buttonText', 'jumpType', 'jumpTarget', 'articleId', 'activityId', 'content', 'contentEn'],
    },
  ],
  detail: [
    {
      title: { zh: '介绍', en: 'Introduction' },
      fields: [
        'title',
        'titleEn',
        'introType',
        'clientOs',
        'versionRange',
        'sort',
        'shelfStatus',
        'createTime',
        'updateTime',
      ],
    },
    {
      title: { zh: '内容', en: 'Content' },
      fields: ['pages', 'buttonText', 'jumpType', 'jumpTarget', 'articleId', 'activityId', 'content', 'contentEn'],
    },
  ],
  rules: [knownJump, jumpsByHttps, versionsNamed, versionsInOrder],
  machines: { shelfStatus: 'SM-Shelf' },
  publishable: true,
});

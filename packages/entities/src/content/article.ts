import { listOf } from '@wheelhouse/contract/object';
import { codes } from '../codes.ts';
import { defineEntity, type Issue } from '../define.ts';
import { everything, f, type Row } from '../fields.ts';
import { contentMachines } from '../machines/content.ts';
import { reviewFields, reviewNames } from '../review.ts';
import { transitions } from '../transitions.ts';

const { draft } = contentMachines['SM-Article'].states;
const { richText, link } = codes.ContentType;
const { threeImages } = codes.CoverStyle;

/** Codes of D:ContentType that an article can have. */
export const articleContents: readonly number[] = [richText, link];

const is =
  (name: string, code: number) =>
  (row: Row): boolean =>
    Number(row[name]) === code;
const isText = is('contentType', richText);

function knownContent({ contentType }: Row): Issue | undefined {
  return contentType === undefined || contentType === null || articleContents.includes(Number(contentType))
    ? undefined
    : { field: 'contentType', text: { zh: '暂不支持该选项', en: 'Not available here' } };
}

function tagLength({ tags }: Row): Issue | undefined {
  return listOf(tags).every((tag) => [...String(tag)].length >= 2 && [...String(tag)].length <= 8)
    ? undefined
    : { field: 'tags', text: { zh: '每个标签2–8个字', en: 'Each tag has 2 to 8 characters' } };
}

const remark = f.longText({ logged: true, max: 200 });
const reason = f.longText({ logged: true, required: true, min: 5, max: 200 });

/**
 * Article of the owners' app 文章. Its record is what is written; the app shows the version that was published last (`cnt_article_live`), also while the
 * next one is written and reviewed.
 */
export const article = defineEntity({
  name: 'article',
  table: 'cnt_article',
  domain: 'content',
  label: { zh: '文章', en: 'Article' },
  base: '/ps/crm/article',
  page: 'article',
  title: ['title'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete', 'export'],
  fields: {
    ...f.bilingual('title', 'text', { required: true, min: 4, max: 40 }, { min: 0 }),
    typeId: f.ref('articleType', { required: true, index: true }),
    author: f.text({ required: true, min: 2, max: 20, default: '官方' }),
    cover: f.image({
      required: true,
      pixels: { width: 702, height: 395 },
      maxMb: 1,
      help: { zh: '702×395，不超过1MB', en: '702×395, up to 1 MB' },
    }),
    coverStyle: f.dict('CoverStyle', { required: true, default: codes.CoverStyle.large }),
    coverImages: f.images({
      required: true,
      min: 3,
      max: 3,
      maxMb: 1,
      visible: is('coverStyle', threeImages),
      label: { zh: '列表三图', en: 'Three images' },
      help: { zh: '3张，列表中并排显示', en: 'Three, shown side by side in the list' },
    }),
    summary: f.longText({
      max: 100,
      help: { zh: '不填则取正文前60字', en: 'Leave empty for the first 60 characters of the content' },
    }),
    contentType: f.dict('ContentType', {
      required: true,
      default: richText,
      label: { zh: '内容方式', en: 'Content type' },
    }),
    ...f.bilingual(
      'content',
      'richText',
      { required: true, min: 20, max: 100_000, visible: isText },
      { min: 0, visible: isText },
    ),
    linkUrl: f.text({
      required: true,
      max: 500,
      pattern: /^https:\/\/[^\s/]+\.[^\s/]+(\/\S*)?$/,
      visible: is('contentType', link),
      help: {
        zh: 'https地址，域名须在链接域名白名单内',
        en: 'An https address whose host is among the allowed link hosts',
      },
    }),
    tags: f.tags({ max: 5, help: { zh: '最多5个，每个2–8个字', en: 'Up to 5, of 2 to 8 characters' } }),
    vehicleTypeIds: f.refMany('vehicleType', {
      max: 100,
      empty: everything,
      label: { zh: '相关车型', en: 'Models' },
      help: { zh: '不选则适用于全部车型', en: 'Leave empty for all models' },
    }),
    allowComment: f.flag({ required: true, default: 1, label: { zh: '允许评论', en: 'Allow comments' } }),
    allowShare: f.flag({ required: true, default: 1, label: { zh: '允许分享', en: 'Allow sharing' } }),
    pinned: f.flag({
      required: true,
      default: 0,
      index: true,
      help: { zh: '每个分类最多置顶3篇', en: 'At most 3 in a category' },
    }),
    recommended: f.flag({ required: true, default: 0, index: true }),
    publishTime: f.instant({
      ahead: 5,
      index: true,
      help: { zh: '不填则审核通过后立即发布', en: 'Leave empty to publish as soon as it is approved' },
    }),
    shareTitle: f.text({ max: 30, help: { zh: '不填则用标题', en: 'Leave empty for the title' } }),
    shareImage: f.image({
      pixels: { width: 300, height: 300 },
      maxMb: 0.5,
      help: { zh: '300×300，不填则用封面', en: '300×300, leave empty for the cover' },
    }),
    viewCount: f.int({ required: true, default: 0, readonly: true }),
    likeCount: f.int({ required: true, default: 0, readonly: true }),
    commentCount: f.int({ required: true, default: 0, readonly: true }),
    shareCount: f.int({ required: true, default: 0, readonly: true }),
    status: f.dict('ArticleStatus', { required: true, readonly: true, default: draft, index: true }),
    live: f.computed(f.flag(), { label: { zh: '线上', en: 'Live' } }),
    liveVersion: f.computed(f.int(), { label: { zh: '线上版本', en: 'Live version' } }),
    ...reviewFields(),
  },
  list: {
    columns: [
      'cover',
      'title',
      'typeId',
      'status',
      'live',
      'author',
      'tags',
      'contentType',
      'viewCount',
      'likeCount',
      'commentCount',
      'shareCount',
      'pinned',
      'recommended',
      'publishTime',
      'updateTime',
    ],
    filters: {
      title: 'like',
      typeId: 'eq',
      status: 'eq',
      live: 'eq',
      author: 'like',
      pinned: 'eq',
      publishTime: 'range',
    },
    hiddenFilters: { title: 'eq' },
    keyword: { eq: [], like: ['title'], label: { zh: '标题', en: 'Title' } },
    order: 'updateTime desc',
    counters: 'status',
    also: ['submitterId'],
  },
  form: [
    {
      title: { zh: '文章', en: 'Article' },
      fields: ['title', 'titleEn', 'typeId', 'author', 'coverStyle', 'cover', 'coverImages', 'summary', 'tags'],
    },
    { title: { zh: '正文', en: 'Content' }, fields: ['contentType', 'linkUrl', 'content', 'contentEn'] },
    {
      title: { zh: '发布', en: 'Publishing' },
      fields: [
        'publishTime',
        'vehicleTypeIds',
        'allowComment',
        'allowShare',
        'pinned',
        'recommended',
        'shareTitle',
        'shareImage',
      ],
    },
  ],
  detail: [
    {
      title: { zh: '文章', en: 'Article' },
      fields: [
        'typeId',
        'author',
        'live',
        'liveVersion',
        'publishTime',
        'coverStyle',
        'cover',
        'coverImages',
        'summary',
        'tags',
        'vehicleTypeIds',
        'createBy',
        'createTime',
        'updateTime',
      ],
    },
    {
      title: { zh: '发布', en: 'Publishing' },
      fields: ['allowComment', 'allowShare', 'pinned', 'recommended', 'shareTitle', 'shareImage'],
    },
    {
      title: { zh: '数据', en: 'Figures' },
      fields: ['viewCount', 'likeCount', 'commentCount', 'shareCount'],
    },
    { title: { zh: '审核', en: 'Review' }, fields: [...reviewNames] },
    {
      title: { zh: '正文', en: 'Content' },
      fields: ['title', 'titleEn', 'contentType', 'linkUrl', 'content', 'contentEn'],
    },
  ],
  machines: { status: 'SM-Article' },
  publishable: true,
  rules: [knownContent, tagLength],
  actions: {
    ...transitions(contentMachines, 'SM-Article', {
      submit: {},
      approve: {
        confirm: { zh: '通过并立即发布「{name}」？', en: 'Approve “{name}” and publish it now?' },
        input: { remark },
      },
      approveTimer: {
        confirm: { zh: '通过「{name}」，到时自动发布？', en: 'Approve “{name}”, to be published at its time?' },
        input: { publishTime: f.instant({ required: true, ahead: 5 }), remark },
      },
      reject: { input: { remark: reason } },
      cancelTimer: {
        confirm: { zh: '取消定时，「{name}」退回草稿？', en: 'Cancel the timer and return “{name}” to draft?' },
      },
      revise: {
        next: true,
        confirm: {
          zh: '修订「{name}」？审核通过前，APP继续展示线上版本。',
          en: 'Revise “{name}”? The app goes on showing the live version until the next one is approved.',
        },
      },
      shelfOff: {
        danger: true,
        from: { live: [1] },
        confirm: {
          zh: '下架「{name}」？APP将立即不再展示。',
          en: 'Take “{name}” off? The app stops showing it at once.',
        },
        input: { remark: reason },
      },
      shelfOn: {
        confirm: { zh: '重新上架「{name}」？', en: 'Put “{name}” on again?' },
      },
    }),
    pin: {
      label: { zh: '置顶', en: 'Pin' },
      path: 'pin',
      button: 'article.pin',
      where: ['row', 'detail'],
      from: { pinned: [0] },
      fixedInput: { pinned: 1 },
    },
    unpin: {
      label: { zh: '取消置顶', en: 'Unpin' },
      path: 'pin',
      button: 'article.pin',
      where: ['row', 'detail'],
      from: { pinned: [1] },
      fixedInput: { pinned: 0 },
    },
  },
  exportLimit: 10_000,
});

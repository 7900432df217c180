import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

const readonly = true;
const path = 'commentOp';
const button = 'article.comment';
const many = 200;

/** What a reader wrote below an article 文章评论. Readers are known by their nickname alone. The article's calls list it. */
export const articleComment = defineEntity({
  name: 'articleComment',
  table: 'cnt_article_comment',
  domain: 'content',
  label: { zh: '文章评论', en: 'Article comment' },
  base: '/ps/crm/article',
  page: 'article',
  title: ['nickname'],
  calls: ['list'],
  callPaths: { list: 'comments' },
  fields: {
    articleId: f.ref('article', {
      required: true,
      readonly,
      index: true,
      cascade: true,
      label: { zh: '文章', en: 'Article' },
    }),
    userId: f.ref('appUser', {
      required: true,
      readonly,
      index: true,
      cascade: true,
      label: { zh: '用户', en: 'User' },
    }),
    nickname: f.lookup('userId', 'nickname'),
    text: f.longText({ required: true, readonly, max: 200, label: { zh: '评论', en: 'Comment' } }),
    hidden: f.flag({ required: true, default: 0, readonly, label: { zh: '已隐藏', en: 'Hidden' } }),
    reply: f.longText({ readonly, max: 200, label: { zh: '官方回复', en: 'Reply' } }),
    replyTime: f.instant({ readonly }),
    replyBy: f.ref('sysUser', { readonly, label: { zh: '回复人', en: 'Replied by' } }),
  },
  list: {
    columns: ['nickname', 'text', 'hidden', 'reply', 'replyBy', 'replyTime', 'createTime'],
    filters: { text: 'like', nickname: 'like', hidden: 'eq', createTime: 'range' },
    hiddenFilters: { articleId: 'eq' },
    order: 'createTime desc',
    also: ['articleId'],
  },
  actions: {
    reply: {
      label: { zh: '回复', en: 'Reply' },
      path,
      button,
      where: ['row'],
      fixedInput: { op: 'reply' },
      input: { content: f.longText({ required: true, logged: true, max: 200, label: { zh: '回复', en: 'Reply' } }) },
      many,
    },
    hide: {
      label: { zh: '隐藏', en: 'Hide' },
      path,
      button,
      where: ['row', 'bulk'],
      from: { hidden: [0] },
      fixedInput: { op: 'hide' },
      many,
    },
    restore: {
      label: { zh: '恢复显示', en: 'Show again' },
      path,
      button,
      where: ['row', 'bulk'],
      from: { hidden: [1] },
      fixedInput: { op: 'restore' },
      many,
    },
  },
});

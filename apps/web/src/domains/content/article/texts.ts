import { useTexts, type Texts, type Translate } from '../../../i18n/lang.ts';

export const texts = {
  tree: { zh: '分类树', en: 'Tree' },
  search: { zh: '搜索分类', en: 'Search categories' },
  none: { zh: '没有符合条件的分类', en: 'No category matches' },
  hidden: { zh: 'APP不展示', en: 'Not in the app' },
  off: { zh: '停用', en: 'Disabled' },
  moved: { zh: '已移动「{name}」', en: '“{name}” moved' },
  hint: {
    zh: '拖动可调整上级和顺序，也可用Alt+↑↓移动；点击查看分类',
    en: 'Drag a category to another place, or move it by Alt + ↑ / ↓. Click it to see it.',
  },
  onlyTwo: { zh: '分类最多两级，请先移走其下级分类', en: 'There are two levels: move the categories below it first' },
  page: { zh: '正文页', en: 'Page' },
  card: { zh: '列表卡片', en: 'Card' },
  untitled: { zh: '（标题）', en: '(Title)' },
  empty: { zh: '（正文）', en: '(Content)' },
  pinned: { zh: '置顶', en: 'Pinned' },
  opens: { zh: '点击后打开：{target}', en: 'Opens {target}' },
  noLink: { zh: '（链接）', en: '(link)' },
  comments: { zh: '评论', en: 'Comments' },
  statistics: { zh: '数据统计', en: 'Statistics' },
  day: { zh: '日期', en: 'Day' },
  views: { zh: '阅读', en: 'Views' },
  likes: { zh: '点赞', en: 'Likes' },
  shares: { zh: '分享', en: 'Shares' },
  last30d: { zh: '近30天的阅读与互动', en: 'Readers in the last 30 days' },
  noReaders: { zh: '近30天没有阅读与互动', en: 'No readers in the last 30 days' },
  uses: {
    zh: '以下内容正在引用该文章，下架后用户将无法打开：',
    en: 'These lead to the article. Users will find nothing there once it is off:',
  },
  advertisement: { zh: '广告「{name}」', en: 'Advertisement “{name}”' },
  promotion: { zh: '推广「{name}」', en: 'Promotion “{name}”' },
  activityMessage: { zh: '运营活动消息「{name}」', en: 'Campaign message “{name}”' },
  systemMessage: { zh: '系统公告「{name}」', en: 'System notice “{name}”' },
  sameTitle: { zh: '已有同名文章，请确认是否重复', en: 'Another article has this title' },
  hides: {
    zh: '其中及其下级分类共有{n}篇文章，停用后APP均不再展示。',
    en: '{n} {n|article|articles} in it and below it disappear from the app.',
  },
} as const satisfies Texts;

export const useArticleTexts = (): Translate<typeof texts> => useTexts(texts);

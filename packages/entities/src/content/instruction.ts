import { codes } from '../codes.ts';
import { defineEntity, type ActionDefs, type Issue } from '../define.ts';
import { f, type Row } from '../fields.ts';
import { commonMachines } from '../machines/common.ts';
import { transitions } from '../transitions.ts';

/** Pages that a document may have. */
export const mostManualPages = 200;

const descending = { zh: '目录页码须从小到大', en: 'Page numbers of the catalogue must not fall' };

/** Entries of the catalogue follow the document. */
function catalogAscends({ catalog }: Row): Issue | undefined {
  if (!Array.isArray(catalog)) return undefined;
  const pages = catalog.map((entry: { readonly page?: unknown }) => Number(entry.page));
  const at = pages.findIndex((page, n) => n > 0 && page < (pages[n - 1] ?? 0));
  return at < 0 ? undefined : { field: `catalog[${at}].page`, text: descending };
}

const { failed } = codes.ConversionStatus;

const conversionActions = {
  reconvert: {
    label: { zh: '重新转换', en: 'Convert again' },
    path: 'reconvert',
    button: 'instructionsManage.edit',
    where: ['row', 'detail'],
    from: { conversion: [failed] },
  },
} as const satisfies ActionDefs;

/** Instruction manual 说明书: a PDF whose pages become pictures and searchable text, one on the shelf for a model, type and language. */
export const instruction = defineEntity({
  name: 'instruction',
  table: 'cnt_instruction',
  domain: 'content',
  label: { zh: '说明书', en: 'Manual' },
  base: '/ps/crm/instruction',
  page: 'instructionsManage',
  title: ['title'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete'],
  fields: {
    title: f.text({ required: true, min: 2, max: 50 }),
    vehicleTypeIds: f.refMany('vehicleType', { required: true, min: 1, max: 100 }),
    manualType: f.dict('ManualType', { required: true, index: true }),
    lang: f.dict('Lang', { required: true, default: 'zh', index: true }),
    docVersion: f.text({
      required: true,
      max: 6,
      pattern: /^V\d{1,2}\.\d{1,2}$/,
      help: {
        zh: '如V1.0，须高于同车型、同类型、同语言的上一版',
        en: 'Like V1.0, above the one before for the same model, type and language',
      },
    }),
    pdfFile: f.file({
      required: true,
      biz: 'pdf',
      maxMb: 50,
      // Its address is handed out by the call of the button that downloads it.
      sensitive: true,
      help: {
        zh: 'PDF，不超过50MB、200页，字体须嵌入，不能加密',
        en: 'PDF up to 50 MB and 200 pages, with its fonts embedded and without a password',
      },
    }),
    catalog: f.rows(
      {
        title: f.text({ required: true, max: 30 }),
        page: f.int({ required: true, min: 1, max: mostManualPages, label: { zh: '页码', en: 'Page' } }),
      },
      {
        max: mostManualPages,
        help: { zh: '页码从小到大，不超过文档页数', en: 'Pages in rising order, within the document' },
      },
    ),
    cover: f.image({
      maxMb: 1,
      empty: { zh: '文档第1页', en: 'First page of the document' },
      help: { zh: '不上传则用文档第1页', en: 'Without one the first page of the document is shown' },
    }),
    changeNote: f.longText({ max: 200 }),
    pages: f.int({ readonly: true, label: { zh: '页数', en: 'Pages' } }),
    sizeMb: f.decimal({ readonly: true, unit: 'MB', decimals: 2 }),
    conversion: f.dict('ConversionStatus', { required: true, default: 0, readonly: true, index: true }),
    convertedPages: f.int({ required: true, default: 0, readonly: true }),
    conversionFailure: f.dict('ConversionFailure', {
      readonly: true,
      visible: ({ conversion }) => Number(conversion) === failed,
    }),
    downloadCount: f.int({ required: true, default: 0, readonly: true }),
    shelfStatus: f.dict('ShelfStatus', { required: true, default: 0, readonly: true, index: true }),
    replaces: f.computed(f.flag(), { label: { zh: '上架将替换旧版', en: 'Replaces one on the shelf' } }),
  },
  list: {
    columns: [
      'title',
      'shelfStatus',
      'conversion',
      'vehicleTypeIds',
      'manualType',
      'lang',
      'docVersion',
      'pages',
      'sizeMb',
      'downloadCount',
      'updateTime',
    ],
    filters: {
      keyword: 'eq',
      title: 'like',
      vehicleTypeIds: 'eq',
      manualType: 'eq',
      lang: 'eq',
      conversion: 'eq',
      shelfStatus: 'eq',
    },
    keyword: { eq: [], like: ['title'], label: { zh: '标题或正文包含', en: 'Title or text contains' } },
    order: 'updateTime desc',
    also: ['replaces', 'conversionFailure', 'convertedPages'],
  },
  aliases: { vehicleTypeId: 'vehicleTypeIds' },
  form: [
    {
      title: { zh: '说明书', en: 'Manual' },
      fields: ['title', 'vehicleTypeIds', 'manualType', 'lang', 'docVersion', 'changeNote'],
    },
    { title: { zh: '文档', en: 'Document' }, fields: ['pdfFile', 'cover', 'catalog'] },
  ],
  detail: [
    {
      title: { zh: '说明书', en: 'Manual' },
      fields: [
        'title',
        'vehicleTypeIds',
        'manualType',
        'lang',
        'docVersion',
        'shelfStatus',
        'changeNote',
        'downloadCount',
        'createTime',
        'updateTime',
      ],
    },
    {
      title: { zh: '文档', en: 'Document' },
      fields: ['pages', 'sizeMb', 'conversion', 'convertedPages', 'conversionFailure', 'cover', 'catalog'],
    },
  ],
  rules: [catalogAscends],
  machines: { shelfStatus: 'SM-Shelf' },
  actions: {
    ...conversionActions,
    ...transitions(
      commonMachines,
      'SM-Shelf',
      {
        shelfOn: {
          path: 'shelf',
          many: true,
          fixedInput: { shelfStatus: 1 },
          confirm: { zh: '上架「{name}」？', en: 'Put “{name}” on the shelf?' },
          input: {
            replace: f.flag({
              default: 0,
              logged: true,
              label: { zh: '替换旧版', en: 'Replace the old one' },
              help: {
                zh: '同车型、同类型、同语言只能上架一份，上架将替换旧版',
                en: 'One manual of a model, type and language is on the shelf: this one replaces the old one',
              },
              visible: (_input, record) => record === undefined || record['replaces'] === 1,
            }),
          },
        },
        shelfOff: {
          path: 'shelf',
          many: true,
          fixedInput: { shelfStatus: 2 },
          confirm: {
            zh: '确定下架「{name}」吗？APP将不再展示。',
            en: 'Take “{name}” off the shelf? The app no longer shows it.',
          },
        },
      },
      { field: 'shelfStatus', page: 'instructionsManage' },
    ),
  },
});

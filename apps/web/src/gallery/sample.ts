import { defineEntity, f, type EntityDef, type StoredField, type StoredKind } from '@wheelhouse/entities';
import { plain } from '@wheelhouse/entities/registry';
import type { EntityRow } from '../entity-ui/model.ts';
import { pick } from '../i18n/lang.ts';
import { testTexts } from './texts.ts';

const label = (kind: string) => ({ zh: kind, en: kind });

/** A field of every kind that has a builder; video, audio and files are written out. A kind without one does not compile. */
const fields = {
  text: f.text({ max: 40, label: label('text') }),
  longText: f.longText({ max: 200, label: label('longText') }),
  richText: f.richText({ label: label('richText') }),
  int: f.int({ min: 0, max: 500, unit: 'km', label: label('int') }),
  decimal: f.decimal({ decimals: 1, unit: '%', label: label('decimal') }),
  money: f.money({ label: label('money') }),
  flag: f.flag({ label: label('flag') }),
  color: f.color({ label: label('color') }),
  date: f.date({ label: label('date') }),
  instant: f.instant({ label: label('instant') }),
  dict: f.dict('EnableStatus', { label: label('dict') }),
  dictMany: { kind: 'dictMany', dict: 'DealerPosition', label: label('dictMany') },
  ref: f.ref('dealer', { label: label('ref') }),
  refMany: f.refMany('vehicleSeries', { label: label('refMany') }),
  area: f.area(3, { label: label('area') }),
  image: f.image({ label: label('image') }),
  images: f.images({ label: label('images') }),
  file: f.file({ biz: 'pdf', label: label('file') }),
  files: { kind: 'files', biz: 'evidence', label: label('files') },
  video: { kind: 'video', biz: 'video', label: label('video') },
  audio: { kind: 'audio', biz: 'audio', label: label('audio') },
  tags: f.tags({ max: 5, label: label('tags') }),
  json: f.json({ shape: 'weeklyHours', label: label('json') }),
  rows: f.rows(
    {
      name: f.text({ required: true, max: 40, label: label('text') }),
      value: f.int({ min: -20, max: 20, label: label('int') }),
    },
    { max: 200, key: 'name', sortable: true, label: label('rows') },
  ),
  private: f.private('mobile', { label: label('private') }),
} as const satisfies { readonly [K in StoredKind]: StoredField & { readonly kind: K } };

export const kinds = Object.keys(fields) as readonly StoredKind[];

/** An entity with a field of every kind. It is no part of the registry and has no calls. */
export const sampleEntity: EntityDef = plain(
  defineEntity({
    name: 'sample',
    table: 'sample',
    domain: 'access',
    label: testTexts.sample,
    base: '/test/sample',
    page: 'operatorManage',
    title: ['text'],
    calls: [],
    fields,
    list: {
      columns: ['text'],
      filters: {
        text: 'like',
        int: 'range',
        decimal: 'range',
        money: 'range',
        flag: 'eq',
        date: 'range',
        instant: 'range',
        dict: ['eq', 'in'],
        dictMany: 'in',
        ref: 'eq',
        refMany: 'in',
        area: 'eq',
        tags: 'eq',
        private: 'eq',
        longText: 'like',
        richText: 'like',
      },
      order: 'createTime desc',
    },
  }),
);

/** A record with a value wherever one can stand without a file or another record. */
export const sampleRow = (): EntityRow => ({
  id: '1',
  text: pick(testTexts.sampleText),
  longText: pick(testTexts.sampleLong),
  richText: `<p><strong>${pick(testTexts.sampleText)}</strong></p><ul><li>${pick(testTexts.sampleLong)}</li></ul>`,
  int: 128,
  decimal: 86.5,
  money: 129900,
  flag: 1,
  color: '#2F54EB',
  date: '2026-03-08',
  instant: '2026-03-08 09:30:00',
  dict: 1,
  dictMany: ['1', '3'],
  ref: null,
  refMany: [],
  area: '310115',
  tags: ['A1', 'B2'],
  json: null,
  rows: [
    { name: 'A1', value: 3 },
    { name: 'B2', value: -3 },
  ],
  private: '138****5678',
});

import type { Text } from '@wheelhouse/contract/lang';
import { entityNamed, labelOf } from '@wheelhouse/entities/registry';
import { ecuVersionPattern, featureCodePattern, featureStates } from '@wheelhouse/entities/content/functional-feature';
import { z } from 'zod';
import { withTransaction } from '../../../db/pool.ts';
import { audit } from '../../../entity/audit.ts';
import { issueSheet } from '../../../entity/export/issue-sheet.ts';
import { dictionaryEntries } from '../../../entity/sheet-columns.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import type { CallContext } from '../../../http/context.ts';
import { id } from '../../../http/kit.ts';
import { readMatrix } from './matrix.ts';
import { saveMatrix } from './save.ts';

const mostChanges = 5000;

const texts = {
  sheet: { zh: '功能适用车型', en: 'Features per model' },
  on: { zh: '开启', en: 'On' },
  off: { zh: '关闭', en: 'Off' },
} as const satisfies Record<string, Text>;

const matrix = defineCall('POST /ps/crm/functionalFeature/matrix', {
  access: 'availableModel.query',
  body: z.object({ seriesId: id.optional() }),
  summary: { zh: '功能适用车型矩阵', en: 'Matrix of features and models' },
  run: (ctx, { seriesId = null }) => readMatrix(ctx.app.db, ctx.lang, seriesId),
});

const change = z.object({
  featureCode: z.string().regex(featureCodePattern),
  vehicleTypeId: id,
  state: z.int().min(featureStates.off).max(featureStates.fromVersion),
  minEcuVersion: z.string().regex(ecuVersionPattern).exactOptional(),
  rev: z.int().min(0).exactOptional(),
});

const save = defineCall('POST /ps/crm/functionalFeature/saveMatrix', {
  access: 'availableModel.edit',
  body: z.object({ changes: z.array(change).min(1).max(mostChanges) }),
  summary: { zh: '保存功能适用车型矩阵', en: 'Save changes of the matrix' },
  run: (ctx, { changes }) => saveMatrix(ctx, changes),
});

/** The matrix as a workbook: a row for each feature, a column for each model. */
async function exportMatrix(ctx: CallContext, seriesId: string | null) {
  const { app, lang } = ctx;
  const { features, models, cells } = await readMatrix(app.db, lang, seriesId);
  const groups = (await dictionaryEntries(app.db, ['FeatureGroup'])).get('FeatureGroup');
  const byPair = new Map(cells.map((cell) => [`${cell.featureCode}/${cell.vehicleTypeId}`, cell]));
  const cellText = (featureCode: string, defaultOn: number, modelId: string): string => {
    const cell = byPair.get(`${featureCode}/${modelId}`);
    const state = cell?.state ?? defaultOn;
    if (state === featureStates.fromVersion) return `≥${cell?.minEcuVersion ?? ''}`;
    return texts[state === featureStates.on ? 'on' : 'off'][lang];
  };
  const rows = features.map((feature) => [
    groups?.get(feature.groupName)?.[lang] ?? feature.groupName,
    feature.featureCode,
    feature.name,
    ...models.map((model) => cellText(feature.featureCode, feature.defaultOn, model.id)),
  ]);
  const label = (name: string): string => labelOf(entityNamed('functionalFeature'), name)[lang];
  const fileName = await issueSheet(ctx, {
    title: texts.sheet[lang],
    columns: [...['groupName', 'featureCode', 'name'].map(label), ...models.map(({ name }) => name)].map((title) => ({
      title,
    })),
    portions: [rows],
    log: () =>
      withTransaction(app.db, (tx) =>
        audit(tx, ctx, {
          action: 'export',
          entity: 'functionalFeature',
          entityId: null,
          after: { seriesId, rows: rows.length },
          path: '/ps/crm/functionalFeature/exportMatrix',
          functionCode: 'availableModel.export',
        }),
      ),
  });
  return { fileName, rows: rows.length };
}

const exported = defineCall('POST /ps/crm/functionalFeature/exportMatrix', {
  access: 'availableModel.export',
  effect: 'reads',
  body: z.strictObject({ seriesId: id.optional() }),
  summary: { zh: '导出功能适用车型矩阵', en: 'Export the matrix' },
  run: (ctx, { seriesId = null }) => exportMatrix(ctx, seriesId),
});

export const featureCalls: readonly Call[] = [matrix, save, exported];

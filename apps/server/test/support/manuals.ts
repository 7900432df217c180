import { entityNamed } from '@wheelhouse/entities/registry';
import { conversions } from '../../src/modules/content/manuals/conversion.ts';
import { addSample } from '../registry/samples.ts';
import type { TestApp } from './app.ts';
import { keepPdf } from './keep-file.ts';
import { pdfWithText } from './pdf.ts';

/** A form of a manual for a model of its own, with a document of these pages. */
export async function manualForm(
  t: TestApp,
  more: object = {},
  pages: readonly string[] = ['First page', 'Second page'],
) {
  const own = 'vehicleTypeIds' in more ? [] : [await addSample(t, entityNamed('vehicleType'))];
  return {
    title: '用户手册',
    vehicleTypeIds: own,
    manualType: '1',
    lang: 'zh',
    docVersion: 'V1.0',
    pdfFile: await keepPdf(t.app, pdfWithText(pages)),
    ...more,
  };
}

/** Does what the background does until nothing is due. */
export async function convertAll({ app }: TestApp): Promise<void> {
  while ((await conversions.round(app)) > 0);
}

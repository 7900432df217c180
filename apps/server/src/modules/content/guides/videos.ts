import { hostOf, isAllowedLink } from '@wheelhouse/entities/rich-text';
import { validationTexts } from '@wheelhouse/entities/validation-texts';
import { labelOf, entityNamed } from '@wheelhouse/entities/registry';
import type { HooksOf, SavingOf } from '../../../entity/hooks.ts';
import { hostsOf } from '../../../entity/rich-text.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { uploadFacts } from '../../files/service.ts';

const mebibyte = 1024 * 1024;
const rounded = (value: number, step: number) => Math.round(value / step) * step;

/** Links lead to hosts of D:LinkHost alone. @throws AppError 1001 under the field */
async function checkLink({ ctx, tx, old, values }: SavingOf<'guideVideo'>): Promise<void> {
  const { videoUrl } = values;
  if (typeof videoUrl !== 'string' || videoUrl === old?.videoUrl) return;
  if (isAllowedLink(videoUrl, await hostsOf(tx, 'LinkHost'))) return;
  const label = labelOf(entityNamed('guideVideo'), 'videoUrl')[ctx.lang];
  throw refuseField(ctx, 'videoUrl', validationTexts.linkHost, { label, value: hostOf(videoUrl) ?? videoUrl });
}

/** Length and size are the file's own; a link has none. */
async function measure({ tx, old, values }: SavingOf<'guideVideo'>): Promise<void> {
  const { videoFile } = values;
  if (videoFile === undefined || videoFile === old?.videoFile) return;
  const facts = videoFile === null ? undefined : await uploadFacts(tx, videoFile);
  values.durationSec = facts?.durationMs ? rounded(facts.durationMs / 1000, 0.1) : null;
  values.sizeMb = facts ? Math.max(0.01, rounded(facts.size / mebibyte, 0.01)) : null;
}

export const guideVideoHooks: HooksOf<'guideVideo'> = {
  async beforeSave(saving) {
    await checkLink(saving);
    await measure(saving);
  },
};

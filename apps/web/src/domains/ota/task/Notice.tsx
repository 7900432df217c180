import type { ReactNode } from 'react';
import type { Row } from '@wheelhouse/entities';
import { codes } from '@wheelhouse/entities/codes';
import { useCall } from '../../../api/query.ts';
import type { StepPartProps } from '../../../entity-ui/form/StepForm.tsx';
import { textOf } from '../../../entity-ui/model.ts';
import { PhonePreview } from '../../../entity-ui/preview/PhonePreview.tsx';
import type { Text } from '../../../i18n/lang.ts';
import { Section } from '../../../ui/Layout.tsx';
import { otaTexts, useOtaTexts } from './texts.ts';

/** The firmware of a task, for those who may read it. */
export function useFirmware({ firmwareId }: Row) {
  const id = textOf(firmwareId);
  return useCall('/ps/crm/otaFirmware/detail', { id }, { enabled: id !== '', inlineErrors: true }).data;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br>');

/** What owners read: what the task says, else the change log of the firmware; English falls back to Chinese, as it does there. */
export function NoticePreview({ values }: StepPartProps): ReactNode {
  const texts = useOtaTexts();
  const firmware = useFirmware(values);
  const { upgradeMode } = values;
  const own = (name: string): Text => ({
    zh: textOf(values[name]),
    en: textOf(values[`${name}En`]) || textOf(values[name]),
  });
  const [title, notice] = [own('noticeTitle'), own('notice')];
  const log = { zh: firmware?.changeLog ?? '', en: firmware?.changeLogEn || (firmware?.changeLog ?? '') };
  const inBoth = (make: (lang: 'zh' | 'en') => string): Text => ({ zh: make('zh'), en: make('en') });
  const body = inBoth((lang) => notice[lang] || log[lang]);
  return (
    <Section title={texts('ownerNotice')}>
      <PhonePreview
        title={inBoth((lang) => title[lang] || otaTexts.upgradeTitle[lang])}
        html={inBoth((lang) => escaped(body[lang]))}
      />
      {Number(upgradeMode) === codes.UpgradeMode.silent ? <p className="eu-hint">{texts('silentHint')}</p> : null}
    </Section>
  );
}

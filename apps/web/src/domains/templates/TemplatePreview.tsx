import type { ReactNode } from 'react';
import type { Row } from '@wheelhouse/entities';
import { smsSize } from '@wheelhouse/entities/templates/sms';
import { fillTemplate } from '@wheelhouse/entities/templates/template-text';
import { sampleValues } from '@wheelhouse/entities/templates/template-variables';
import { textOf } from '../../entity-ui/model.ts';
import { PhonePreview } from '../../entity-ui/preview/PhonePreview.tsx';
import type { Text } from '../../i18n/lang.ts';
import { useTemplateTexts } from './texts.ts';
import './template.css';

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const html = (text: string): string => `<p>${text.replaceAll(/[&<>"]/g, (mark) => marks[mark] ?? mark)}</p>`;

/** A template filled with sample data, as a phone shows it; English falls back to Chinese, as it does there. */
export function TemplatePreview({ values }: { readonly values: Row }): ReactNode {
  const texts = useTemplateTexts();
  const filled = (name: string): Text => {
    const en = textOf(values[`${name}En`]);
    const zh = fillTemplate(textOf(values[name]), sampleValues, 'zh');
    return { zh, en: en === '' ? zh : fillTemplate(en, sampleValues, 'en') };
  };
  const push = filled('pushBody');
  const { inboxBody, channels: chosen } = values;
  const inbox = textOf(inboxBody) === '' ? push : filled('inboxBody');
  const channels = Array.isArray(chosen) ? chosen.map(String) : [];
  const onPhone = channels.includes('1') || channels.includes('2');
  // Without a text of its own an SMS says what the push says; a code is the text alone.
  const pushed = onPhone ? `${filled('pushTitle').zh}：${push.zh}` : push.zh;
  const sms = channels.includes('3') ? filled('smsBody').zh || pushed : '';
  const voice = channels.includes('4') ? filled('voiceText').zh : '';
  const { letters, parts } = smsSize(sms);
  return (
    <div className="tp-preview">
      {onPhone ? (
        <PhonePreview title={filled('pushTitle')} summary={push} html={{ zh: html(inbox.zh), en: html(inbox.en) }} />
      ) : null}
      {sms === '' ? null : (
        <div className="tp-other">
          <span className="wh-faint">
            {texts('sms')} · {texts('smsSize', { n: letters, parts })}
          </span>
          <p lang="zh-CN">{sms}</p>
        </div>
      )}
      {voice === '' ? null : (
        <div className="tp-other">
          <span className="wh-faint">{texts('voice')}</span>
          <p lang="zh-CN">{voice}</p>
        </div>
      )}
      <span className="wh-faint">{texts('sample')}</span>
    </div>
  );
}

import { Form } from 'antd';
import type { ReactNode } from 'react';
import { campaignSms, smsSize } from '@wheelhouse/entities/templates/sms';
import { textOf } from '../../../entity-ui/model.ts';
import { useMessageWords } from '../texts.ts';

/** Under a text message: what its length costs. */
export function SmsSize(): ReactNode {
  const words = useMessageWords();
  const text = textOf(Form.useWatch<unknown>('smsContent'));
  if (text === '') return null;
  const { letters, parts } = smsSize(campaignSms(text));
  return (
    <output className="wh-faint" aria-live="polite">
      {words('smsSize', { n: letters, parts })}
    </output>
  );
}

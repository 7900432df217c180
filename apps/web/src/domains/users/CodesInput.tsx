import { Button, Form, Input, Space } from 'antd';
import type { ReactNode } from 'react';
import { useAction } from '../../api/query.ts';
import { useActionRecord } from '../../entity-ui/actions/action-record.ts';
import type { InputProps } from '../../entity-ui/inputs/types.ts';
import { textOf } from '../../entity-ui/model.ts';
import { useTexts, type Texts } from '../../i18n/lang.ts';
import { notify } from '../../lib/notify.ts';
import { mobilePattern, typedMobile } from '../../session/password.ts';
import { useCountdown } from '../../session/useCountdown.ts';

const texts = {
  sendBoth: { zh: '向两个号码发送', en: 'Send to both' },
  sendNew: { zh: '发送验证码', en: 'Send code' },
  again: { zh: '{n}秒后可重发', en: 'Again in {n} s' },
  sent: { zh: '验证码已发送，请车主逐一告知', en: 'Sent. Ask the owner for what was received' },
  numberFirst: { zh: '请先填写新手机号', en: 'Enter the new mobile first' },
} as const satisfies Texts;

interface CodeProps extends InputProps {
  /** The old number is lost: the new one alone gets a code. */
  readonly lost: boolean;
}

/** A code that was sent by SMS, and the button that has it sent. */
function CodeInput({ id, value, onChange, disabled, lost }: CodeProps): ReactNode {
  const t = useTexts(texts);
  const pause = useCountdown();
  const form = Form.useFormInstance();
  const userId = useActionRecord();
  const send = useAction('/user/crm/appUser/changeMobileCodes', { done: t('sent'), onSuccess: pause.start });
  const sendCodes = (): void => {
    const newMobile = typedMobile(textOf(form.getFieldValue('newMobile')));
    if (mobilePattern.test(newMobile)) send.mutate({ id: userId, newMobile, lost });
    else notify.warning(t('numberFirst'));
  };
  return (
    <Space.Compact block>
      <Input
        id={id}
        value={textOf(value)}
        inputMode="numeric"
        maxLength={6}
        autoComplete="off"
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
      />
      <Button disabled={disabled || pause.left > 0} loading={send.isPending} onClick={sendCodes}>
        {pause.left > 0 ? t('again', { n: pause.left }) : t(lost ? 'sendNew' : 'sendBoth')}
      </Button>
    </Space.Compact>
  );
}

export const BothCodesInput = (props: InputProps): ReactNode => <CodeInput {...props} lost={false} />;
export const NewCodeInput = (props: InputProps): ReactNode => <CodeInput {...props} lost />;

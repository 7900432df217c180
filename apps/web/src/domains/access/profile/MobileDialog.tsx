import { Button, Form, Input, Modal, Space } from 'antd';
import type { ChangeEvent, ReactNode } from 'react';
import { useAction } from '../../../api/query.ts';
import { showRefusal } from '../../../entity-ui/form/errors.ts';
import { useT } from '../../../i18n/common.ts';
import { useTexts } from '../../../i18n/lang.ts';
import { mobilePattern, smsCodePattern, smsScene, typedMobile } from '../../../session/password.ts';
import { useCountdown } from '../../../session/useCountdown.ts';
import { texts } from './texts.ts';

interface Values {
  readonly mobile: string;
  readonly smsCode: string;
}

/** A new mobile needs a code sent to it. */
export function MobileDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useTexts(texts);
  const common = useT();
  const pause = useCountdown();
  const [form] = Form.useForm<Values>();
  const send = useAction('/system/crm/sendSmsCode', { done: t('codeSent'), onSuccess: pause.start });
  const update = useAction('/system/crm/sysUser/updatePersonalData', {
    inlineErrors: true,
    invalidates: ['/system/crm/sysUser/getPersonalDataId'],
    done: common('done'),
    onSuccess: onClose,
  });
  const sendCode = async (): Promise<void> => {
    const { mobile } = await form.validateFields(['mobile']);
    send.mutate({ mobile, scene: smsScene.changeMobile });
  };
  const submit = async (values: Values): Promise<void> => {
    try {
      await update.mutateAsync(values);
    } catch (error) {
      showRefusal(form, error, { 1110: 'smsCode' });
    }
  };
  return (
    <Modal
      open
      title={t('newMobile')}
      okText={common('save')}
      cancelText={common('cancel')}
      onCancel={onClose}
      onOk={form.submit}
      confirmLoading={update.isPending}
      width={420}
    >
      <Form form={form} name="new-mobile" layout="vertical" onFinish={(values) => void submit(values)}>
        <Form.Item
          name="mobile"
          label={t('newMobile')}
          required
          getValueFromEvent={(event: ChangeEvent<HTMLInputElement>) => typedMobile(event.target.value)}
          rules={[{ pattern: mobilePattern, required: true, message: t('mobileRule') }]}
        >
          <Input inputMode="tel" maxLength={24} autoComplete="tel-national" />
        </Form.Item>
        <Form.Item label={t('smsCode')} required htmlFor="profile-sms-code">
          <Space.Compact block>
            <Form.Item
              name="smsCode"
              noStyle
              rules={[{ pattern: smsCodePattern, required: true, message: t('smsCodeRule') }]}
            >
              <Input id="profile-sms-code" inputMode="numeric" maxLength={6} autoComplete="one-time-code" />
            </Form.Item>
            <Button
              disabled={pause.left > 0}
              loading={send.isPending}
              onClick={() => void sendCode().catch(() => undefined)}
            >
              {pause.left > 0 ? t('sendAgain', { n: pause.left }) : t('sendCode')}
            </Button>
          </Space.Compact>
        </Form.Item>
      </Form>
    </Modal>
  );
}

import type { CurrentUser } from '@wheelhouse/contract/calls/access/account';
import { Button, Form, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { useAction } from '../../../api/query.ts';
import { usePick, useTexts } from '../../../i18n/lang.ts';
import { showRefusal } from '../../../entity-ui/form/errors.ts';
import { useT } from '../../../i18n/common.ts';
import { md5Upper } from '../../../session/md5.ts';
import { passwordProblem } from '../../../session/password.ts';
import { endSession } from '../../../api/token.ts';
import { useUnsavedGuard } from '../../../routing/page.ts';
import { Section } from '../../../ui/Layout.tsx';
import { texts } from './texts.ts';

interface Values {
  readonly oldPassword: string;
  readonly newPassword: string;
  readonly confirmPassword: string;
}

/** Codes of `modifyPassword` that belong under a field. */
const fieldOfCode: Readonly<Record<number, keyof Values>> = { 1109: 'oldPassword', 1107: 'newPassword' };

/** Success ends every session of the account, this one too. */
export function PasswordCard({ user }: { readonly user: CurrentUser }): ReactNode {
  const t = useTexts(texts);
  const common = useT();
  const pick = usePick();
  const [form] = Form.useForm<Values>();
  const [dirty, setDirty] = useState(false);
  useUnsavedGuard(dirty);
  const modify = useAction('/system/crm/sysUser/modifyPassword', { inlineErrors: true });
  const submit = async ({ oldPassword, newPassword }: Values): Promise<void> => {
    try {
      await modify.mutateAsync({ oldPassword: md5Upper(oldPassword), newPassword: md5Upper(newPassword) });
      endSession(t('passwordChanged'), '/login');
    } catch (error) {
      showRefusal(form, error, fieldOfCode);
    }
  };
  const checkNew = (_rule: unknown, value: string): Promise<void> => {
    const problem = passwordProblem(value ?? '', {
      username: user.userName,
      old: form.getFieldValue('oldPassword') as string,
    });
    return problem === null ? Promise.resolve() : Promise.reject(new Error(pick(problem)));
  };
  const checkRepeat = (_rule: unknown, value: string): Promise<void> =>
    value === form.getFieldValue('newPassword') ? Promise.resolve() : Promise.reject(new Error(t('differs')));
  return (
    <Section title={t('password')}>
      <Form
        form={form}
        name="password"
        layout="vertical"
        className="pf-form"
        onFinish={(values) => void submit(values)}
        onValuesChange={() => setDirty(true)}
      >
        <input type="text" name="username" autoComplete="username" value={user.userName} readOnly hidden />
        <Form.Item
          name="oldPassword"
          label={t('oldPassword')}
          rules={[{ required: true, message: common('required') }]}
        >
          <Input.Password autoComplete="current-password" maxLength={20} />
        </Form.Item>
        <Form.Item
          name="newPassword"
          label={t('newPassword')}
          required
          extra={t('newPasswordHint')}
          dependencies={['oldPassword']}
          validateTrigger="onBlur"
          rules={[{ validator: checkNew }]}
        >
          <Input.Password autoComplete="new-password" maxLength={20} />
        </Form.Item>
        <Form.Item
          name="confirmPassword"
          label={t('confirmPassword')}
          required
          dependencies={['newPassword']}
          validateTrigger="onBlur"
          rules={[{ validator: checkRepeat }]}
        >
          <Input.Password autoComplete="new-password" maxLength={20} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={modify.isPending}>
          {t('changePassword')}
        </Button>
      </Form>
    </Section>
  );
}

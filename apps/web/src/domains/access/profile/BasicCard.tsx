import type { CurrentUser, PersonalData } from '@wheelhouse/contract/calls/access/account';
import { Button, Form, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { useAction, useCall } from '../../../api/query.ts';
import { showRefusal } from '../../../entity-ui/form/errors.ts';
import { useT } from '../../../i18n/common.ts';
import { useLang, useListed, useTexts } from '../../../i18n/lang.ts';
import { nameIn, useDict } from '../../../reference/reference.ts';
import { sessionStore } from '../../../session/session.ts';
import { useUnsavedGuard } from '../../../routing/page.ts';
import { DescriptionList, Section } from '../../../ui/Layout.tsx';
import { PendingState } from '../../../ui/States.tsx';
import { DateTime } from '../../../ui/Values.tsx';
import { Avatar } from './Avatar.tsx';
import { MobileDialog } from './MobileDialog.tsx';
import { texts } from './texts.ts';
import { Select } from '../../../ui/inputs/Select.tsx';

interface Values {
  realName: string;
  gender?: string | null;
  email?: string | null;
}

const detailPath = '/system/crm/sysUser/getPersonalDataId';
const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export function BasicCard({ user }: { readonly user: CurrentUser }): ReactNode {
  const t = useTexts(texts);
  const { data, error, refetch } = useCall(detailPath, { id: user.id });
  return (
    <Section title={t('basic')}>
      {data !== undefined ? (
        <Basic user={user} data={data} />
      ) : (
        <PendingState error={error} onRetry={() => void refetch()} />
      )}
    </Section>
  );
}

function Basic({ user, data }: { readonly user: CurrentUser; readonly data: PersonalData }): ReactNode {
  const t = useTexts(texts);
  const common = useT();
  const lang = useLang();
  const list = useListed();
  const [mobileOpen, setMobileOpen] = useState(false);
  const organization = nameIn({ name: data.organizationName ?? '', nameEn: data.organizationNameEn }, lang);
  const roles = data.roles.map((role) => nameIn({ name: role.roleName, nameEn: role.roleNameEn }, lang));
  return (
    <div className="pf-basic">
      <Avatar user={user} current={data.avatarUrl} />
      <div>
        <div className="pf-facts">
          <DescriptionList
            items={[
              { key: 'userName', label: t('userName'), value: data.userName },
              {
                key: 'mobile',
                label: t('mobile'),
                value: (
                  <>
                    {data.mobile}{' '}
                    <Button type="link" size="small" onClick={() => setMobileOpen(true)}>
                      {t('changeMobile')}
                    </Button>
                  </>
                ),
              },
              { key: 'organization', label: t('organization'), value: organization },
              { key: 'roles', label: t('roles'), value: list(roles) },
              { key: 'lastLogin', label: t('lastLogin'), value: <DateTime value={data.lastLoginTime} /> },
              { key: 'lastLoginIp', label: t('lastLoginIp'), value: data.lastLoginIp },
            ]}
          />
        </div>
        <BasicForm key={JSON.stringify([data.realName, data.gender, data.email])} data={data} save={common('save')} />
      </div>
      {mobileOpen ? <MobileDialog onClose={() => setMobileOpen(false)} /> : null}
    </div>
  );
}

function BasicForm({ data, save }: { readonly data: PersonalData; readonly save: string }): ReactNode {
  const t = useTexts(texts);
  const common = useT();
  const genders = useDict('Gender');
  const [form] = Form.useForm<Values>();
  const [dirty, setDirty] = useState(false);
  useUnsavedGuard(dirty);
  const initial: Values = {
    realName: data.realName ?? '',
    gender: data.gender === null ? null : String(data.gender),
    email: data.email ?? '',
  };
  const update = useAction('/system/crm/sysUser/updatePersonalData', {
    invalidates: [detailPath],
    inlineErrors: true,
    done: common('done'),
    onSuccess: () => {
      setDirty(false);
      const session = sessionStore.get();
      if (session !== null)
        sessionStore.set({ ...session, user: { ...session.user, realName: form.getFieldValue('realName') as string } });
    },
  });
  const submit = async (values: Values): Promise<void> => {
    const changed = Object.entries(values).filter(
      ([key, value]) => (value ?? '') !== (initial[key as keyof Values] ?? ''),
    );
    try {
      await update.mutateAsync(
        Object.fromEntries(changed.map(([key, value]) => [key, value === '' || value === undefined ? null : value])),
      );
    } catch (error) {
      showRefusal(form, error);
    }
  };
  return (
    <Form
      form={form}
      name="profile"
      layout="vertical"
      className="pf-form"
      initialValues={initial}
      onFinish={(values) => void submit(values)}
      onValuesChange={() => setDirty(true)}
    >
      <Form.Item
        name="realName"
        label={t('realName')}
        required
        rules={[{ min: 2, max: 20, required: true, whitespace: true, message: t('realNameRule') }]}
      >
        <Input maxLength={20} autoComplete="name" />
      </Form.Item>
      <Form.Item name="gender" label={t('gender')}>
        <Select allowClear options={genders.map(({ code, name }) => ({ value: code, label: name }))} />
      </Form.Item>
      <Form.Item
        name="email"
        label={t('email')}
        rules={[
          { pattern: emailPattern, message: t('emailRule') },
          { max: 64, message: t('emailLength') },
        ]}
      >
        <Input autoComplete="email" />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={update.isPending} disabled={!dirty}>
        {save}
      </Button>
    </Form>
  );
}

import { Alert, Button, Modal } from 'antd';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/common.ts';
import { useTexts } from '../../i18n/lang.ts';
import { DescriptionList } from '../../ui/Layout.tsx';
import { CopyText, copyToClipboard } from '../../ui/Values.tsx';

const ownTexts = {
  title: { zh: '「{name}」的初始密码', en: 'Initial password of “{name}”' },
  hint: {
    zh: '密码只显示这一次，请立即复制并转交本人；首次登录后必须修改。',
    en: 'The password is shown only once. Copy it now and pass it on; it must be changed at the first login.',
  },
  username: { zh: '用户名', en: 'Username' },
  password: { zh: '初始密码', en: 'Initial password' },
  copyBoth: { zh: '复制用户名和密码', en: 'Copy username and password' },
  understood: { zh: '我已保存', en: 'I have saved it' },
} as const;

export interface PasswordDialogProps {
  readonly name: string;
  readonly username: string;
  readonly password: string;
  readonly onClose: () => void;
}

/** Shows a new password the only time it can be seen. Closes by its button alone, so that it is not lost by an accidental click. */
export default function PasswordDialog({ name, username, password, onClose }: PasswordDialogProps): ReactNode {
  const t = useT();
  const texts = useTexts(ownTexts);
  const copyBoth = (): void =>
    void copyToClipboard(`${texts('username')}: ${username}\n${texts('password')}: ${password}`);
  return (
    <Modal
      open
      title={texts('title', { name })}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      width={520}
      footer={[
        <Button key="copy" onClick={copyBoth}>
          {username === '' ? t('copy') : texts('copyBoth')}
        </Button>,
        <Button key="close" type="primary" onClick={onClose}>
          {texts('understood')}
        </Button>,
      ]}
    >
      <Alert type="warning" showIcon title={texts('hint')} className="eu-gap" />
      <DescriptionList
        items={[
          { key: 'username', label: texts('username'), value: <CopyText value={username} />, wide: true },
          { key: 'password', label: texts('password'), value: <CopyText value={password} />, wide: true },
        ]}
      />
    </Modal>
  );
}

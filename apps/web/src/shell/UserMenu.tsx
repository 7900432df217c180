import type { CurrentUser } from '@wheelhouse/contract/calls/access/account';
import { DownOutlined, LogoutOutlined, UserOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { t as common } from '../i18n/common.ts';
import { useTexts } from '../i18n/lang.ts';
import { askConfirm } from '../lib/confirm.ts';
import { signOut } from '../session/sign-out.ts';
import { MenuButton } from '../ui/Menu.tsx';
import { profilePath } from '../routing/routes.ts';
import { isUnsaved, tabStore } from '../routing/tabs.ts';
import { texts } from './texts.ts';

/** Name and avatar; 个人资料 and 退出登录. */
export function UserMenu({ user }: { readonly user: CurrentUser }): ReactNode {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const name = user.realName || user.userName;
  const logout = async (): Promise<void> => {
    const unsaved = tabStore.get().some(isUnsaved);
    const yes = await askConfirm({ title: t('logoutConfirm'), description: unsaved ? common('unsaved') : undefined });
    if (yes) await signOut();
  };
  return (
    <MenuButton
      className="sh-user"
      label={`${t('userMenu')}: ${name}`}
      options={[
        { key: 'profile', icon: <UserOutlined />, label: t('profile') },
        'divider',
        { key: 'logout', icon: <LogoutOutlined />, label: t('logout') },
      ]}
      onSelect={(key) => void (key === 'logout' ? logout() : navigate(profilePath))}
    >
      {user.avatarUrl ? (
        <img src={user.avatarUrl} alt="" width="24" height="24" />
      ) : (
        <span className="sh-initial" data-initial={name.slice(0, 1)} />
      )}
      <span className="sh-user-name">{name}</span>
      <DownOutlined className="sh-user-arrow" />
    </MenuButton>
  );
}

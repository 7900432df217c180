import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/lang.ts';
import type { Session } from '../session/session.ts';
import { Bell } from './bell/Bell.tsx';
import { Breadcrumb } from './Breadcrumb.tsx';
import { SearchButton } from './search/SearchButton.tsx';
import type { Tab } from '../routing/tabs.ts';
import { texts } from './texts.ts';
import { VersionLabel } from './VersionLabel.tsx';
import { Tools } from './Tools.tsx';
import { UserMenu } from './UserMenu.tsx';
import type { SidebarState } from './useSidebar.ts';

export interface TopBarProps {
  readonly session: Session;
  readonly sidebar: SidebarState;
  readonly tab: Tab | undefined;
}

export function TopBar({ session, sidebar, tab }: TopBarProps): ReactNode {
  const t = useTexts(texts);
  const label = t(sidebar.open ? 'collapseSidebar' : 'expandSidebar');
  return (
    <header className="sh-top">
      <button
        type="button"
        className="sh-tool"
        aria-label={label}
        aria-expanded={sidebar.open}
        title={label}
        onClick={() => sidebar.set(!sidebar.open)}
      >
        {sidebar.open ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
      </button>
      <Breadcrumb session={session} tab={tab} />
      <div className="sh-top-end">
        <SearchButton session={session} />
        <Bell />
        {sidebar.mobile ? null : (
          <>
            <VersionLabel />
            <Tools />
          </>
        )}
        <UserMenu user={session.user} />
      </div>
    </header>
  );
}

import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useT } from '../i18n/common.ts';
import { usePick, useTexts } from '../i18n/lang.ts';
import { useStore } from '../lib/store.ts';
import type { Session } from '../session/session.ts';
import { isLeaving } from '../api/token.ts';
import { titleOf } from './menu.ts';
import { Panes } from './Panes.tsx';
import { PrintNote } from './PrintNote.tsx';
import { Shortcuts } from './shortcuts/Shortcuts.tsx';
import { Sidebar } from './Sidebar.tsx';
import { TabBar } from './TabBar.tsx';
import { isListed, isUnsaved, tabStore } from '../routing/tabs.ts';
import { texts } from './texts.ts';
import { TopBar } from './TopBar.tsx';
import { useSidebar } from './useSidebar.ts';

/** The visible shell: sidebar, top bar, tabs and the open pages. */
export function Frame({
  session,
  activeKey,
}: {
  readonly session: Session;
  readonly activeKey: string | null;
}): ReactNode {
  const t = useTexts(texts);
  const tabs = useStore(tabStore);
  const active = tabs.find((tab) => tab.key === activeKey);
  const sidebar = useSidebar(activeKey);
  const main = useRef<HTMLElement>(null);
  useDocumentTitle(session, activeKey);
  useFocusOnMove(main, activeKey);
  useLeaveGuard();
  return (
    <div className="sh-frame" data-sidebar={sidebar.open ? 'open' : 'closed'} data-mobile={sidebar.mobile || undefined}>
      <a className="sh-skip" href="#main" onClick={(event) => (event.preventDefault(), main.current?.focus())}>
        {t('skipToContent')}
      </a>
      <Shortcuts session={session} />
      <Sidebar session={session} sidebar={sidebar} route={active?.route} />
      <div className="sh-column" inert={sidebar.mobile && sidebar.open}>
        <TopBar session={session} sidebar={sidebar} tab={active} />
        {active === undefined || !isListed(active) ? null : (
          <TabBar tabs={tabs} activeKey={active.key} session={session} />
        )}
        <main id="main" ref={main} tabIndex={-1} className="sh-main">
          <PrintNote user={session.user} />
          <Panes tabs={tabs} activeKey={activeKey} />
        </main>
      </div>
    </div>
  );
}

function useDocumentTitle(session: Session, activeKey: string | null): void {
  const pick = usePick();
  const t = useT();
  const tab = useStore(tabStore).find((open) => open.key === activeKey);
  useEffect(() => {
    if (tab !== undefined) document.title = `${tab.title ?? pick(titleOf(tab.route, session))} - ${t('productName')}`;
  }, [tab, session, pick, t]);
}

/** After a move to another page the keyboard continues in it; a page that focused a field itself is left alone. */
function useFocusOnMove(main: { readonly current: HTMLElement | null }, activeKey: string | null): void {
  const [firstKey] = useState(activeKey);
  const before = useRef(firstKey);
  useEffect(() => {
    if (before.current === activeKey) return;
    const isFirst = before.current === null;
    before.current = activeKey;
    if (!isFirst && main.current?.contains(document.activeElement) !== true)
      main.current?.focus({ preventScroll: true });
  }, [main, activeKey]);
}

/** Closing or reloading the window with unsaved tabs asks first; the end of a session does not. */
function useLeaveGuard(): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      if (!isLeaving() && tabStore.get().some(isUnsaved)) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
}

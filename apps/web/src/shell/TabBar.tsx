import { CloseOutlined, DownOutlined } from '@ant-design/icons';
import { useEffect, useRef, type DragEvent, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { Link } from 'react-router';
import { usePick, useTexts } from '../i18n/lang.ts';
import type { Session } from '../session/session.ts';
import { MenuButton, useContextMenu, type MenuOption } from '../ui/Menu.tsx';
import { titleOf } from './menu.ts';
import { isListed, isUnsaved, moveTab, tabStore, type Tab } from '../routing/tabs.ts';
import { texts } from './texts.ts';
import { useTabActions, type TabActions } from './useTabActions.ts';

export interface TabBarProps {
  readonly tabs: readonly Tab[];
  readonly activeKey: string;
  readonly session: Session;
}

/** The open pages. Menu of a tab: right click, the context-menu key, or the button at the end. */
export function TabBar({ tabs, activeKey, session }: TabBarProps): ReactNode {
  const t = useTexts(texts);
  const actions = useTabActions();
  const strip = useRef<HTMLUListElement>(null);
  const listed = tabs.filter(isListed);
  const name = listed.find(({ key }) => key === activeKey)?.title;
  // The whole tab, its cross included; a title that comes later makes it wider.
  useEffect(() => {
    strip.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [activeKey, listed.length, name]);
  const options: readonly MenuOption[] = [
    { key: 'close', label: t('close') },
    { key: 'others', label: t('closeOthers'), disabled: listed.length < 2 },
    { key: 'all', label: t('closeAll') },
  ];
  return (
    <nav aria-label={t('tabs')} className="sh-tabs">
      <ul ref={strip}>
        {listed.map((tab) => (
          <TabItem key={tab.key} tab={tab} active={tab.key === activeKey} session={session} options={options} />
        ))}
      </ul>
      <MenuButton
        className="sh-tool"
        label={t('tabMenu')}
        options={options}
        onSelect={(action) => void runTabAction(actions, action, activeKey)}
      >
        <DownOutlined />
      </MenuButton>
    </nav>
  );
}

function runTabAction(actions: TabActions, action: string, key: string): Promise<void> {
  if (action === 'close') return actions.close([key]);
  return action === 'others' ? actions.closeOthers(key) : actions.closeAll();
}

interface TabItemProps {
  readonly tab: Tab;
  readonly active: boolean;
  readonly session: Session;
  readonly options: readonly MenuOption[];
}

const dragType = 'text/x-tab';

function TabItem({ tab, active, session, options }: TabItemProps): ReactNode {
  const t = useTexts(texts);
  const pick = usePick();
  const actions = useTabActions();
  const { onContextMenu, menu } = useContextMenu(
    t('tabMenu'),
    options,
    (action) => void runTabAction(actions, action, tab.key),
  );
  const name = tab.title ?? pick(titleOf(tab.route, session));
  const close = (): void => void actions.close([tab.key]);
  const middleClick = (event: MouseEvent): void => {
    if (event.button !== 1) return;
    event.preventDefault();
    close();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Delete') close();
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    tabStore.set(moveTab(tabStore.get(), event.dataTransfer.getData(dragType), tab.key));
  };
  return (
    <li className="sh-tab" data-active={active || undefined}>
      <Link
        to={tab.place.pathname + tab.place.search}
        aria-current={active ? 'page' : undefined}
        title={name}
        draggable
        onDragStart={(event) => event.dataTransfer.setData(dragType, tab.key)}
        onDragOver={(event) => event.dataTransfer.types.includes(dragType) && event.preventDefault()}
        onDrop={onDrop}
        onContextMenu={onContextMenu}
        onAuxClick={middleClick}
        onKeyDown={onKeyDown}
      >
        {isUnsaved(tab) ? (
          <span className="sh-dirty" title={t('unsavedTab')}>
            <span className="wh-visually-hidden">{t('unsavedTab')}</span>
          </span>
        ) : null}
        <span className="sh-tab-name">{name}</span>
      </Link>
      <button type="button" aria-label={t('closeTab', { name })} onClick={close}>
        <CloseOutlined />
      </button>
      {menu}
    </li>
  );
}

import { CloseOutlined, DownOutlined } from '@ant-design/icons';
import { useEffect, useMemo, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { useT } from '../i18n/common.ts';
import { usePick, useTexts } from '../i18n/lang.ts';
import type { Session } from '../session/session.ts';
import { Logo } from '../ui/Logo.tsx';
import { MenuIcon } from './icons.tsx';
import { prefetch } from './lazy-pages.ts';
import { buildMenu, isGroup, type MenuGroup, type MenuItem } from './menu.ts';
import { parentOf, type ConsoleRoute } from '../routing/routes.ts';
import { rememberedPath } from '../routing/tabs.ts';
import { texts } from './texts.ts';
import { VersionLabel } from './VersionLabel.tsx';
import { Tools } from './Tools.tsx';
import type { SidebarState } from './useSidebar.ts';

export interface SidebarProps {
  readonly session: Session;
  readonly sidebar: SidebarState;
  /** The page shown. */
  readonly route: ConsoleRoute | undefined;
}

/** Logo, title and menu. Closed on a desktop it is a rail of icons; on a mobile a drawer. */
export function Sidebar({ session, sidebar, route }: SidebarProps): ReactNode {
  const t = useTexts(texts);
  const common = useT();
  const menu = useMemo(() => buildMenu(session), [session]);
  const current = route === undefined ? undefined : route.hidden ? parentOf(route) : route;
  // What the user opened or closed; otherwise the current page's group is open.
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({});
  const aside = useRef<HTMLElement>(null);
  const { mobile, open, set } = sidebar;
  useEffect(() => {
    if (!mobile || !open) return undefined;
    aside.current?.querySelector<HTMLElement>('a, button')?.focus();
    const onEscape = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) set(false);
    };
    document.addEventListener('keydown', onEscape);
    return () => document.removeEventListener('keydown', onEscape);
  }, [mobile, open, set]);

  const isOpen = (group: MenuGroup): boolean => chosen[group.route.name] ?? group.route.path === current?.group;
  const toggle = (group: MenuGroup): void => {
    // From the rail of icons a group opens together with the sidebar.
    if (!open) sidebar.set(true);
    setChosen({ ...chosen, [group.route.name]: !open || !isOpen(group) });
  };
  return (
    <>
      {mobile && open ? (
        <button
          type="button"
          tabIndex={-1}
          className="sh-shade"
          aria-label={t('closeMenu')}
          onClick={() => sidebar.set(false)}
        />
      ) : null}
      <aside ref={aside} className="sh-sidebar" inert={mobile && !open}>
        <div className="sh-brand">
          <Logo size={26} />
          <span>{common('productName')}</span>
          {mobile ? (
            <button type="button" className="sh-tool" aria-label={t('closeMenu')} onClick={() => sidebar.set(false)}>
              <CloseOutlined />
            </button>
          ) : null}
        </div>
        <nav aria-label={t('navigation')} className="sh-menu">
          <ul>
            {menu.map((entry) =>
              isGroup(entry) ? (
                <Group
                  key={entry.route.name}
                  group={entry}
                  open={open && isOpen(entry)}
                  current={current}
                  onToggle={() => toggle(entry)}
                />
              ) : (
                <li key={entry.route.name}>
                  <ItemLink item={entry} current={current} icon />
                </li>
              ),
            )}
          </ul>
        </nav>
        {mobile ? (
          <div className="sh-drawer-foot">
            <Tools upwards />
            <VersionLabel />
          </div>
        ) : null}
      </aside>
    </>
  );
}

interface GroupProps {
  readonly group: MenuGroup;
  readonly open: boolean;
  readonly current: ConsoleRoute | undefined;
  readonly onToggle: () => void;
}

function Group({ group, open, current, onToggle }: GroupProps): ReactNode {
  const pick = usePick();
  const title = pick(group.title);
  const inside = current?.group === group.route.path;
  return (
    <li>
      <button
        type="button"
        className="sh-item sh-group"
        aria-expanded={open}
        data-inside={inside || undefined}
        title={title}
        onClick={onToggle}
      >
        <MenuIcon name={group.icon} />
        <span>{title}</span>
        <DownOutlined className="sh-arrow" />
      </button>
      {open ? (
        <ul>
          {group.items.map((item) => (
            <li key={item.route.name}>
              <ItemLink item={item} current={current} />
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}

function ItemLink({
  item,
  current,
  icon = false,
}: {
  readonly item: MenuItem;
  readonly current: ConsoleRoute | undefined;
  readonly icon?: boolean;
}): ReactNode {
  const pick = usePick();
  const navigate = useNavigate();
  const { route } = item;
  const title = pick(item.title);
  // A page that is open comes back as it was left: filters, sort, page.
  const go = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate(rememberedPath(route.path));
  };
  const warm = (): void => prefetch(route);
  return (
    <Link
      className={icon ? 'sh-item' : 'sh-item sh-sub'}
      to={route.path}
      aria-current={current === route ? 'page' : undefined}
      title={title}
      onClick={go}
      onPointerEnter={warm}
      onFocus={warm}
    >
      {icon ? <MenuIcon name={item.icon} /> : null}
      <span>{title}</span>
    </Link>
  );
}

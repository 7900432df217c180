import { DownOutlined } from '@ant-design/icons';
import { Tabs as AntdTabs, type TabsProps } from 'antd';
import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { useT } from '../i18n/common.ts';
import { MenuButton } from '../ui/Menu.tsx';
import { useEntityTexts } from './texts.ts';
import { useNarrow } from './useNarrow.ts';
import './detail/head.css';

const tabOf = ({ target }: MouseEvent): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[role=tab]') : null;

/** The list scrolls to the tab that gets the focus. Were that at the press of a button, a half-hidden tab would move away from under the pointer, unchosen. */
const holdStill = (event: MouseEvent): void => {
  if (tabOf(event) !== null) event.preventDefault();
};
const giveFocus = (event: MouseEvent): void => tabOf(event)?.focus({ preventScroll: true });

/**
 * Parts of a page or drawer, one of which is shown.
 * @for tabs within a page or drawer: not those of antd: a half-hidden one is chosen by one click
 */
export function Tabs(props: TabsProps): ReactNode {
  return <AntdTabs {...props} onMouseDownCapture={holdStill} onMouseUpCapture={giveFocus} />;
}

/** Tabs in view: what a line has room for, and what an eye takes in. */
const inView = { wide: 6, narrow: 3 } as const;

interface FoldedTabsProps {
  readonly className: string;
  readonly activeKey: string;
  readonly items: readonly { readonly key: string; readonly label: string; readonly children: ReactNode }[];
  readonly onChange: (key: string) => void;
}

/** Tabs of which the first few are in view and the others in a menu; one that was chosen there stands in view as long as it is shown. */
export function FoldedTabs({ className, activeKey, items, onChange }: FoldedTabsProps): ReactNode {
  const t = useT();
  const texts = useEntityTexts();
  const most = useNarrow() ? inView.narrow : inView.wide;
  const row = useRef<HTMLDivElement>(null);
  const folded = items.slice(most);
  const shown = items.filter((item, at) => at < most || item.key === activeKey);
  const chosen = useRef<string>(undefined);
  const choose = (key: string): void => {
    chosen.current = key;
    onChange(key);
  };
  useEffect(() => {
    if (chosen.current !== activeKey) return;
    chosen.current = undefined;
    // The focus goes where the eye is: to the tab that the choice has brought into view.
    row.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus();
  }, [activeKey]);
  return (
    <Tabs
      className={className}
      activeKey={activeKey}
      items={[...shown]}
      onChange={onChange}
      renderTabBar={(bar, Bar) => (
        <div className="eu-tab-row" ref={row}>
          <Bar {...bar} />
          {folded.length === 0 ? null : (
            <MenuButton
              className="eu-tab-more"
              label={texts('moreTabs')}
              options={folded.map(({ key, label }) => ({ key, label, checked: key === activeKey }))}
              onSelect={choose}
            >
              {t('more')} <DownOutlined />
            </MenuButton>
          )}
        </div>
      )}
    />
  );
}

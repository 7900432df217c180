import { Tabs as AntdTabs, type TabsProps } from 'antd';
import type { MouseEvent, ReactNode } from 'react';

const tabOf = ({ target }: MouseEvent): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[role=tab]') : null;

/** The list scrolls to the tab that gets the focus. Were that at the press of a button, a half-hidden tab would move away from under the pointer, unchosen. */
const holdStill = (event: MouseEvent): void => {
  if (tabOf(event) !== null) event.preventDefault();
};
const giveFocus = (event: MouseEvent): void => tabOf(event)?.focus({ preventScroll: true });

/** Parts of a page or drawer, one of which is shown. */
export function Tabs(props: TabsProps): ReactNode {
  return <AntdTabs {...props} onMouseDownCapture={holdStill} onMouseUpCapture={giveFocus} />;
}

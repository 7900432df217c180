import { CheckOutlined } from '@ant-design/icons';
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import './ui.css';

/** An entry of a menu, or the line between two groups. */
export type MenuOption =
  | 'divider'
  | {
      readonly key: string;
      readonly label: ReactNode;
      readonly icon?: ReactNode;
      readonly danger?: boolean;
      /** Marks the current choice of a menu of choices. */
      readonly checked?: boolean;
      /** Why it is not possible now: the entry is disabled and says so. True: disabled without a reason. */
      readonly disabled?: string | boolean | undefined;
    };

interface Anchor {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface MenuListProps {
  readonly label: string;
  readonly options: readonly MenuOption[];
  readonly anchor: Anchor;
  readonly align: 'start' | 'end';
  readonly onSelect: (key: string) => void;
  readonly onClose: () => void;
}

const gap = 4;
const edge = 8;

/** Under the anchor, above it where there is no room, and always inside the window. */
function place(list: HTMLElement, anchor: Anchor, align: 'start' | 'end'): void {
  const { offsetWidth: width, offsetHeight: height } = list;
  const wantedLeft = align === 'end' ? anchor.right - width : anchor.left;
  const below = anchor.bottom + gap;
  const top = below + height + edge <= window.innerHeight ? below : Math.max(edge, anchor.top - gap - height);
  list.style.left = `${Math.max(edge, Math.min(wantedLeft, window.innerWidth - width - edge))}px`;
  list.style.top = `${top}px`;
}

function MenuList({ label, options, anchor, align, onSelect, onClose }: MenuListProps): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    list.current?.showPopover();
  }, []);
  // What entries say of why they are not possible may come later.
  useLayoutEffect(() => {
    if (list.current !== null) place(list.current, anchor, align);
  }, [anchor, align, options]);
  useLayoutEffect(() => {
    const first = list.current?.querySelector<HTMLElement>('[aria-checked="true"]');
    (first ?? list.current?.querySelector<HTMLElement>('button'))?.focus();
  }, [anchor]);
  useEffect(() => {
    const closeOutside = (event: Event): void => {
      if (!(event.target instanceof Node) || list.current?.contains(event.target) !== true) onClose();
    };
    const events = ['pointerdown', 'scroll', 'resize'] as const;
    for (const name of events) window.addEventListener(name, closeOutside, true);
    return () => {
      for (const name of events) window.removeEventListener(name, closeOutside, true);
    };
  }, [onClose]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const to = {
      ArrowDown: (at + 1) % buttons.length,
      ArrowUp: (at - 1 + buttons.length) % buttons.length,
      Home: 0,
      End: buttons.length - 1,
    }[event.key];
    if (event.key === 'Escape' || event.key === 'Tab') onClose();
    if (to !== undefined) buttons[to]?.focus();
    if (to !== undefined || event.key === 'Escape') event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={list}
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className="wh-menu"
      onKeyDown={onKeyDown}
      onContextMenu={(event) => event.preventDefault()}
    >
      {options.map((option, i) =>
        option === 'divider' ? (
          <hr key={`divider ${i}`} />
        ) : (
          <button
            key={option.key}
            type="button"
            role={option.checked === undefined ? 'menuitem' : 'menuitemradio'}
            aria-checked={option.checked}
            aria-disabled={Boolean(option.disabled) || undefined}
            title={typeof option.disabled === 'string' ? option.disabled : undefined}
            tabIndex={-1}
            className={option.danger === true ? 'wh-menu-danger' : undefined}
            onClick={(event) => {
              event.stopPropagation();
              if (option.disabled) return;
              onClose();
              onSelect(option.key);
            }}
          >
            {option.icon}
            <span>
              {option.label}
              {typeof option.disabled === 'string' ? (
                // Described by its title to those who listen.
                <small aria-hidden="true">{option.disabled}</small>
              ) : null}
            </span>
            {option.checked === true ? <CheckOutlined /> : null}
          </button>
        ),
      )}
    </div>
  );
}

export interface MenuButtonProps {
  /** Name of button and menu. */
  readonly label: string;
  readonly options: readonly MenuOption[];
  readonly onSelect: (key: string) => void;
  /** For what is read only when somebody looks. */
  readonly onOpen?: (() => void) | undefined;
  readonly className?: string;
  readonly align?: 'start' | 'end';
  /** What the button shows. */
  readonly children: ReactNode;
}

/** A button that opens a menu; arrows, Home, End, Escape; the focus comes back to it. */
export function MenuButton({
  label,
  options,
  onSelect,
  onOpen,
  className,
  align = 'end',
  children,
}: MenuButtonProps): ReactNode {
  const [anchor, setAnchor] = useState<Anchor | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => {
    button.current?.focus();
    setAnchor(null);
  }, []);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onPointerDown={(event) => anchor !== null && event.stopPropagation()}
        onClick={(event) => {
          if (anchor === null) onOpen?.();
          setAnchor(anchor === null ? event.currentTarget.getBoundingClientRect() : null);
        }}
      >
        {children}
      </button>
      {anchor === null ? null : (
        <MenuList label={label} options={options} anchor={anchor} align={align} onSelect={onSelect} onClose={close} />
      )}
    </>
  );
}

export interface ContextMenu {
  /** For the element that has the menu: right click, and the context-menu key. */
  readonly onContextMenu: (event: MouseEvent) => void;
  /** Render it anywhere beside the element. */
  readonly menu: ReactNode;
}

/** A menu at the pointer, or at the focused element when asked for by keyboard. */
export function useContextMenu(
  label: string,
  options: readonly MenuOption[],
  onSelect: (key: string) => void,
): ContextMenu {
  const [anchor, setAnchor] = useState<Anchor | null>(null);
  const origin = useRef<HTMLElement | null>(null);
  const close = useCallback(() => {
    origin.current?.focus();
    setAnchor(null);
  }, []);
  const onContextMenu = (event: MouseEvent): void => {
    event.preventDefault();
    origin.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    const target = event.button !== 2 && event.target instanceof Element ? event.target : undefined;
    const point = { left: event.clientX, right: event.clientX, top: event.clientY, bottom: event.clientY };
    // By the keyboard: at what has the focus.
    setAnchor(target?.getBoundingClientRect() ?? point);
  };
  const menu =
    anchor === null ? null : (
      <MenuList label={label} options={options} anchor={anchor} align="start" onSelect={onSelect} onClose={close} />
    );
  return { onContextMenu, menu };
}

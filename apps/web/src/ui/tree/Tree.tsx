import { DownOutlined, HolderOutlined, RightOutlined } from '@ant-design/icons';
import { useEffect, useRef, type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject } from 'react';
import { hasChildren, rowsOf, stepOf, typedTo, type TreeItem, type Zone } from './model.ts';
import { useTreeDrag, type TreeDrag } from './useTreeDrag.ts';
import { useRoving, type Roving } from './useRoving.ts';
import './tree.css';

export interface TreeProps {
  readonly label: string;
  readonly items: readonly TreeItem[];
  /** The chosen item. */
  readonly current?: string | undefined;
  readonly onChoose?: (key: string) => void;
  readonly open: ReadonlySet<string>;
  readonly onOpen: (open: ReadonlySet<string>) => void;
  /** Everything is open: what a search has left. */
  readonly allOpen?: boolean;
  readonly onCheck?: ((key: string) => void) | undefined;
  /** Dragged onto another item. Absent: nothing can be dragged. */
  readonly onMove?: ((key: string, target: string, zone: Zone) => void) | undefined;
  /** Alt + ↑ / ↓: one place up or down. */
  readonly onStep?: ((key: string, step: -1 | 1) => void) | undefined;
  readonly className?: string;
}

/** What every item of a tree needs. */
interface Shared extends TreeProps {
  readonly isOpen: (item: TreeItem) => boolean;
  readonly fold: (key: string) => void;
  readonly act: (item: TreeItem) => void;
  readonly roving: Roving;
  readonly onKey: (event: KeyboardEvent) => void;
  readonly drag: TreeDrag;
}

const typingMs = 700;

/** Keys that are typed soon after each other are one text. */
function useTyped(): (pressed: string) => string {
  const typed = useRef({ text: '', at: 0 });
  return (pressed) => {
    const now = performance.now();
    const text = now - typed.current.at < typingMs ? typed.current.text + pressed : pressed;
    typed.current = { text, at: now };
    return text;
  };
}

/**
 * A tree to choose from, to tick, or to move things in. One stop for Tab; arrows, Home, End and typing go through what is
 * in sight, Enter chooses, Space ticks. What is closed is not drawn.
 */
export function Tree(props: TreeProps): ReactNode {
  const { label, items, current, open, onOpen, allOpen = false, onChoose, onCheck, onStep, className = '' } = props;
  const box = useRef<HTMLDivElement>(null);
  const isOpen = (item: TreeItem): boolean => allOpen || open.has(item.key);
  const rows = rowsOf(items, isOpen);
  const roving = useRoving(box, rows, current);
  const drag = useTreeDrag(props.onMove);
  const typed = useTyped();
  const fold = (key: string): void =>
    onOpen(open.has(key) ? new Set([...open].filter((one) => one !== key)) : new Set([...open, key]));
  const act = (item: TreeItem): void => {
    if (item.check !== undefined && onCheck !== undefined) {
      if (item.locked !== true) onCheck(item.key);
      return;
    }
    const chosen = onChoose !== undefined && item.heading !== true;
    if (chosen) onChoose(item.key);
    // A chosen item shows what is below it; a heading opens and closes.
    if (hasChildren(item) && !(chosen && isOpen(item))) fold(item.key);
  };
  const onKey = (event: KeyboardEvent): void => {
    const at = rows.findIndex(({ item }) => item.key === roving.active);
    const item = rows[at]?.item;
    if (item === undefined || event.ctrlKey || event.metaKey) return;
    const vertical = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
    if (event.altKey) {
      if (vertical === undefined || onStep === undefined) return;
      onStep(item.key, vertical);
    } else if (event.key === 'Enter' || event.key === ' ') act(item);
    else if (event.key.length === 1) {
      const to = typedTo(rows, at, typed(event.key));
      if (to !== undefined) roving.focus(to);
    } else {
      const step = stepOf(rows, at, event.key, isOpen);
      if (step === undefined) return;
      if ('go' in step) roving.focus(step.go);
      else if (!allOpen) fold(step.fold);
    }
    event.preventDefault();
  };
  const shared: Shared = { ...props, isOpen, fold, act, roving, onKey, drag };
  useIntoView(box, current);
  return (
    <div ref={box} role="tree" aria-label={label} className={`wh-tree ${className}`}>
      <Items {...shared} items={items} level={1} />
    </div>
  );
}

/** An item that an address or a new one has chosen may be far down. */
function useIntoView(box: RefObject<HTMLDivElement | null>, current: string | undefined): void {
  useEffect(() => {
    if (current !== undefined) box.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [box, current]);
}

interface ItemsProps extends Shared {
  readonly level: number;
}

const Items = ({ items, ...shared }: ItemsProps): ReactNode =>
  items.map((item, at) => <Item key={item.key} {...shared} items={items} item={item} at={at} />);

type ItemProps = ItemsProps & { readonly item: TreeItem; readonly at: number };

function Item(props: ItemProps): ReactNode {
  const { item, level, isOpen, at: _at, ...rest } = props;
  const row = <Row {...props} />;
  return (
    <>
      {item.beside === undefined ? (
        row
      ) : (
        <div role="none" className="wh-tree-pair" data-level={level}>
          {row}
          <div role="none" className="wh-tree-beside">
            <Items {...rest} isOpen={isOpen} items={item.beside} level={level + 1} />
          </div>
        </div>
      )}
      {hasChildren(item) && isOpen(item) ? (
        <Items {...rest} isOpen={isOpen} items={item.children ?? []} level={level + 1} />
      ) : null}
    </>
  );
}

function Row(props: ItemProps): ReactNode {
  const { items, item, at, level, current, isOpen, act, fold, roving, onKey, drag } = props;
  const parent = hasChildren(item);
  const zone = drag.zoneOf(item.key);
  const onClick = (event: MouseEvent): void => {
    roving.focus(item.key);
    if (event.target instanceof Element && event.target.closest('.wh-tree-fold') !== null) fold(item.key);
    else act(item);
  };
  return (
    <div
      role="treeitem"
      aria-level={level}
      aria-posinset={at + 1}
      aria-setsize={items.length}
      aria-current={item.key === current ? 'true' : undefined}
      aria-checked={item.check === undefined ? undefined : item.check === 'some' ? 'mixed' : item.check === 'all'}
      aria-disabled={item.locked}
      aria-expanded={parent ? isOpen(item) : undefined}
      tabIndex={item.key === roving.active ? 0 : -1}
      title={item.title}
      data-key={item.key}
      data-level={level}
      data-drop={zone}
      data-dragged={drag.dragged === item.key ? 'true' : undefined}
      className="wh-tree-row"
      onClick={onClick}
      onKeyDown={onKey}
      onFocus={() => roving.setActive(item.key)}
      {...drag.propsOf(item.key)}
    >
      {parent ? (
        <span className="wh-tree-fold" aria-hidden="true">
          {isOpen(item) ? <DownOutlined /> : <RightOutlined />}
        </span>
      ) : (
        <span className="wh-tree-gap" />
      )}
      <span className="wh-tree-line">
        {item.check === undefined ? null : <Box item={item} />}
        <span className="wh-tree-label">{item.label ?? item.name}</span>
        {item.extra === undefined ? null : <span className="wh-tree-extra">{item.extra}</span>}
      </span>
      {drag.canDrag ? <HolderOutlined className="wh-tree-holder" aria-hidden="true" /> : null}
    </div>
  );
}

/** The item says whether it is ticked; this draws it. */
const Box = ({ item }: { readonly item: TreeItem }): ReactNode => (
  <input
    type="checkbox"
    className="wh-tree-box"
    aria-hidden="true"
    tabIndex={-1}
    readOnly
    checked={item.check === 'all'}
    disabled={item.locked}
    ref={(box) => {
      if (box !== null) box.indeterminate = item.check === 'some';
    }}
  />
);

import { DownOutlined, HolderOutlined, RightOutlined } from '@ant-design/icons';
import { useState, type DragEvent, type KeyboardEvent, type ReactNode } from 'react';
import { useT } from '../../../i18n/common.ts';
import { useLang } from '../../../i18n/lang.ts';
import { nameIn, useDictLookup } from '../../../reference/reference.ts';
import { StatusTag } from '../../../ui/Values.tsx';
import { SearchBox } from '../dictionary/SearchBox.tsx';
import { found, type FunctionIndex, type FunctionItem } from '../../../overrides/functions/model.ts';
import { placeOf, stepOf, type Place, type Zone } from './node.ts';
import { useMenuTexts } from './texts.ts';
import './menu.css';

export interface NodeTreeProps {
  readonly index: FunctionIndex;
  readonly chosen: string | undefined;
  readonly onChoose: (code: string) => void;
  /** Absent without the right to move. */
  readonly onMove?: (node: FunctionItem, place: Place) => void;
  readonly tools?: ReactNode;
}

interface Over {
  readonly code: string;
  readonly zone: Zone;
}

interface RowProps extends NodeTreeProps {
  readonly node: FunctionItem;
  readonly shown: ReadonlySet<string> | undefined;
  readonly open: ReadonlySet<string>;
  readonly toggle: (code: string) => void;
  readonly dragged: FunctionItem | undefined;
  readonly setDragged: (node: FunctionItem | undefined) => void;
  readonly over: Over | undefined;
  readonly setOver: (over: Over | undefined) => void;
}

/** Codes above a node. */
function above(index: FunctionIndex, code: string | undefined): string[] {
  const codes: string[] = [];
  for (
    let at = code === undefined ? undefined : index.nodes.get(code)?.parentCode;
    at !== undefined && at !== null;
    at = index.nodes.get(at)?.parentCode
  )
    codes.push(at);
  return codes;
}

/** The function tree to choose from, with search and dragging. */
export function NodeTree(props: NodeTreeProps): ReactNode {
  const { index, chosen, tools } = props;
  const texts = useMenuTexts();
  const [typed, setTyped] = useState('');
  const path = above(index, chosen).join();
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(path.split(',')));
  const [opened, setOpened] = useState(path);
  const [dragged, setDragged] = useState<FunctionItem>();
  const [over, setOver] = useState<Over>();
  // A node chosen elsewhere (an address, a new node) is brought into sight.
  if (path !== opened) {
    setOpened(path);
    setOpen(new Set([...open, ...path.split(',')]));
  }
  const shown = found(index, typed);
  const roots = index.roots.filter((node) => shown === undefined || shown.has(node.code));
  const toggle = (code: string): void =>
    setOpen(open.has(code) ? new Set([...open].filter((one) => one !== code)) : new Set([...open, code]));
  return (
    <nav className="wh-section sm-side" aria-label={texts('tree')}>
      <div className="sm-side-head">
        <SearchBox label={texts('search')} value={typed} onChange={setTyped} />
        {tools}
      </div>
      {roots.length === 0 ? <p className="eu-hint sm-side-none">{texts('none')}</p> : null}
      <ul className="sm-nodes">
        {roots.map((node) => (
          <NodeRow key={node.code} {...props} {...{ node, shown, open, toggle, dragged, setDragged, over, setOver }} />
        ))}
      </ul>
    </nav>
  );
}

const edge = 0.28;

/** Before, inside or after a row, by where the pointer is in its height. */
function zoneAt(event: DragEvent<HTMLElement>): Zone {
  const box = event.currentTarget.getBoundingClientRect();
  const share = (event.clientY - box.top) / box.height;
  return share < edge ? 'before' : share > 1 - edge ? 'after' : 'inside';
}

function dragProps({ index, node, dragged, setDragged, setOver, onMove }: RowProps) {
  if (onMove === undefined) return {};
  return {
    draggable: true,
    onDragStart: (event: DragEvent<HTMLElement>) => {
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', node.code);
      setDragged(node);
    },
    onDragOver: (event: DragEvent<HTMLElement>) => {
      if (dragged === undefined || dragged.code === node.code) return;
      event.preventDefault();
      setOver({ code: node.code, zone: zoneAt(event) });
    },
    onDragEnd: () => {
      setDragged(undefined);
      setOver(undefined);
    },
    onDrop: (event: DragEvent<HTMLElement>) => {
      event.preventDefault();
      if (dragged !== undefined && dragged.code !== node.code)
        onMove(dragged, placeOf(index, dragged, node, zoneAt(event)));
      setDragged(undefined);
      setOver(undefined);
    },
  };
}

/** A node that an address or a new one has chosen may be far down. */
const intoView = (node: HTMLElement | null): void => node?.scrollIntoView({ block: 'nearest' });

function NodeRow(props: RowProps): ReactNode {
  const { index, node, chosen, onChoose, onMove, shown, open, toggle, over, dragged } = props;
  const t = useT();
  const lang = useLang();
  const texts = useMenuTexts();
  const children = node.subSysFunction.filter((child) => shown === undefined || shown.has(child.code));
  const isOpen = shown !== undefined || open.has(node.code);
  const name = nameIn(node, lang);
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowRight' && !isOpen && children.length > 0) toggle(node.code);
    else if (event.key === 'ArrowLeft' && isOpen && shown === undefined) toggle(node.code);
    else if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown') && onMove !== undefined) {
      const place = stepOf(index, node, event.key === 'ArrowUp' ? -1 : 1);
      if (place !== undefined) onMove(node, place);
    } else return;
    event.preventDefault();
  };
  const zone = over?.code === node.code ? over.zone : undefined;
  return (
    <li>
      <div
        className={`sm-node${zone === undefined ? '' : ` sm-drop-${zone}`}${dragged?.code === node.code ? ' sm-dragged' : ''}`}
        {...dragProps(props)}
      >
        {children.length === 0 ? (
          <span className="sm-node-gap" />
        ) : (
          <button
            type="button"
            className="wh-icon-button"
            aria-expanded={isOpen}
            aria-label={`${t(isOpen ? 'collapse' : 'expand')} ${name}`}
            onClick={() => toggle(node.code)}
          >
            {isOpen ? <DownOutlined /> : <RightOutlined />}
          </button>
        )}
        <button
          type="button"
          className="sm-node-name"
          aria-current={node.code === chosen ? 'true' : undefined}
          ref={node.code === chosen ? intoView : undefined}
          title={node.code}
          onClick={() => onChoose(node.code)}
          onKeyDown={onKey}
        >
          {name}
        </button>
        <Marks node={node} />
        {onMove === undefined ? null : (
          <HolderOutlined className="sm-node-holder" aria-hidden="true" title={texts('drag', { name })} />
        )}
      </div>
      {isOpen && children.length > 0 ? (
        <ul>
          {children.map((child) => (
            <NodeRow key={child.code} {...props} node={child} />
          ))}
        </ul>
      ) : null}
    </li>
  );
}

function Marks({ node }: { readonly node: FunctionItem }): ReactNode {
  const texts = useMenuTexts();
  const dict = useDictLookup();
  return (
    <span className="sm-node-marks">
      {node.functionType === 1 ? null : (
        <StatusTag color={node.functionType === 3 ? 'warning' : 'default'}>
          {dict('FunctionType', node.functionType)?.name}
        </StatusTag>
      )}
      {Number(node.hidden) === 1 ? <span className="wh-faint">{texts('hidden')}</span> : null}
      {Number(node.enabled) === 0 ? <StatusTag color="danger">{texts('off')}</StatusTag> : null}
    </span>
  );
}

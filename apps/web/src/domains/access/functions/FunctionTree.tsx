import type { FunctionItem } from '@wheelhouse/contract/calls/access/rights';
import type { ReactNode } from 'react';
import { useLang, type Lang } from '../../../i18n/lang.ts';
import { nameIn } from '../../../reference/reference.ts';
import { useCan } from '../../../session/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { SearchInput } from '../../../ui/inputs/Input.tsx';
import { EmptyState } from '../../../ui/States.tsx';
import type { TreeItem } from '../../../ui/tree/model.ts';
import { Tree } from '../../../ui/tree/Tree.tsx';
import { useTree, type TreeState } from '../../../ui/tree/useTree.ts';
import { LabelTag } from '../../../ui/Values.tsx';
import { followsButton, tick, tickState, untick, type FunctionIndex } from './model.ts';
import { useFunctionTexts } from './texts.ts';
import './functions.css';

export interface FunctionTreeProps {
  readonly index: FunctionIndex;
  readonly ticked: ReadonlySet<string>;
  /** Absent: only to read; what is not ticked is left out. */
  readonly onChange?: (ticked: ReadonlySet<string>) => void;
}

interface Making extends FunctionTreeProps {
  readonly may: (code: string) => boolean;
  readonly lang: Lang;
  readonly notYours: string;
}

/** Groups that start open: those of which a part is ticked; below them everything. */
const openAtFirst = ({ index, ticked, onChange }: FunctionTreeProps): ReadonlySet<string> => {
  const closed = index.roots.filter(
    (root) => onChange !== undefined && tickState(index, ticked, root, () => true) !== 'some',
  );
  return new Set([...index.nodes.keys()].filter((code) => !closed.some((root) => root.code === code)));
};

/** The function tree with ticks: groups that fold, a row for each page, its buttons beside it. */
export function FunctionTree(props: FunctionTreeProps): ReactNode {
  const { index, onChange } = props;
  const texts = useFunctionTexts();
  const lang = useLang();
  const may = useCan();
  const making: Making = { ...props, may, lang, notYours: texts('notYours') };
  const state = useTree(itemsOf(making, texts('dataRights')), undefined, () => openAtFirst(props));
  const toggle = (code: string): void => {
    const node = index.nodes.get(code);
    if (node !== undefined) onChange?.(toggled(making, node));
  };
  return (
    <div className="sm-tree">
      <TreeTools {...props} state={state} />
      {state.shown.items.length === 0 ? (
        <EmptyState small title={texts(state.typed === '' ? 'none' : 'nothing')} />
      ) : (
        <Tree label={texts('functions')} onCheck={onChange && toggle} {...state.shown} />
      )}
    </div>
  );
}

interface ToolsProps extends FunctionTreeProps {
  readonly state: TreeState;
}

function TreeTools({ index, ticked, onChange, state }: ToolsProps): ReactNode {
  const texts = useFunctionTexts();
  const can = useCan();
  const all = [...index.nodes.keys()];
  const { typed, setTyped, shown } = state;
  const groups = shown.items.filter((item) => (item.children ?? []).length > 0).map((item) => item.key);
  const allOpen = groups.every((key) => shown.open.has(key));
  const fold = (): void =>
    shown.onOpen(
      new Set(allOpen ? [...shown.open].filter((key) => !groups.includes(key)) : [...shown.open, ...groups]),
    );
  return (
    <div className="sm-tree-tools">
      <SearchInput
        aria-label={texts('search')}
        placeholder={texts('search')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button onClick={fold}>{texts(allOpen ? 'collapseAll' : 'expandAll')}</Button>
      {onChange === undefined ? null : (
        <>
          <Button
            onClick={() =>
              onChange(
                tick(
                  index,
                  ticked,
                  all.filter((code) => can(code)),
                ),
              )
            }
          >
            {texts('checkAll')}
          </Button>
          <Button disabled={ticked.size === 0} onClick={() => onChange(new Set())}>
            {texts('checkNone')}
          </Button>
        </>
      )}
      <span className="wh-faint wh-num" aria-live="polite">
        {texts('ofTotal', { n: [...ticked].filter((code) => index.nodes.has(code)).length, total: all.length })}
      </span>
    </div>
  );
}

/** What a click on a node's box makes of the ticks. */
function toggled({ index, ticked, may }: Making, node: FunctionItem): ReadonlySet<string> {
  if (tickState(index, ticked, node, may) === 'all') return untick(index, ticked, [node.code]);
  return tick(
    index,
    ticked,
    index.codesOf(node).filter((code) => may(code)),
  );
}

/** Groups and pages first, then the rights that belong to no page. */
function itemsOf(making: Making, dataRights: string): readonly TreeItem[] {
  const roots = making.index.roots.filter((root) => isShown(making, root));
  const rights = roots.filter((root) => root.functionType !== 1).map((node) => leafOf(making, node));
  return [
    ...roots
      .filter((root) => root.functionType === 1)
      .map((root) => (isGroup(root) ? groupOf(making, root) : pageOf(making, root))),
    ...(rights.length === 0
      ? []
      : [{ key: ' rights', name: dataRights, label: <strong>{dataRights}</strong>, texts: [], beside: rights }]),
  ];
}

/** Only to read, what is not ticked is left out. */
const isShown = ({ onChange, ticked }: Making, node: FunctionItem): boolean =>
  onChange !== undefined || ticked.has(node.code);

const isGroup = (node: FunctionItem): boolean =>
  node.subSysFunction.some((child) => child.functionType === 1 && !followsButton(child));

const searched = (node: FunctionItem): readonly string[] => [node.name, node.nameEn, node.code];

/** The box of a node that has others below it. */
const boxOf = ({ index, ticked, may, onChange }: Making, node: FunctionItem): Pick<TreeItem, 'check' | 'locked'> =>
  onChange === undefined ? {} : { check: tickState(index, ticked, node, may), locked: !may(node.code) };

function groupOf(making: Making, node: FunctionItem): TreeItem {
  const { index, ticked, lang } = making;
  const codes = index.codesOf(node);
  const name = nameIn(node, lang);
  return {
    key: node.code,
    name,
    texts: searched(node),
    label: <strong>{name}</strong>,
    extra: (
      <span className="wh-faint wh-num">
        {codes.filter((code) => ticked.has(code)).length}/{codes.length}
      </span>
    ),
    ...boxOf(making, node),
    children: node.subSysFunction
      .filter((child) => isShown(making, child))
      .map((child) => (child.functionType === 1 ? pageOf(making, child) : leafOf(making, child))),
  };
}

function pageOf(making: Making, node: FunctionItem): TreeItem {
  const { lang, onChange } = making;
  const below = node.subSysFunction.filter((child) => isShown(making, child) && !followsButton(child));
  const pages = below.filter((child) => child.functionType === 1).map((child) => pageOf(making, child));
  const name = nameIn(node, lang);
  return {
    key: node.code,
    name,
    texts: searched(node),
    title: node.code,
    label: (
      <>
        {name} {onChange !== undefined && Number(node.staffOnly) === 1 ? <StaffOnly /> : null}
      </>
    ),
    ...boxOf(making, node),
    beside: below.filter((child) => child.functionType !== 1).map((child) => leafOf(making, child)),
    ...(pages.length > 0 && { children: pages }),
  };
}

/** A button or a right. Staff only: only where the page itself is open to dealers would the mark say something. */
function leafOf({ index, ticked, may, onChange, lang, notYours }: Making, node: FunctionItem): TreeItem {
  const name = nameIn(node, lang);
  const own = { key: node.code, name, texts: searched(node) };
  if (onChange === undefined)
    return { ...own, label: <LabelTag color={node.functionType === 3 ? 'warning' : 'default'}>{name}</LabelTag> };
  const parent = node.parentCode === null ? undefined : index.nodes.get(node.parentCode);
  const marked = Number(node.staffOnly) === 1 && Number(parent?.staffOnly ?? 0) === 0;
  const has = ticked.has(node.code);
  const locked = !has && !may(node.code);
  return {
    ...own,
    title: locked ? notYours : node.code,
    label: (
      <>
        {name} {marked ? <StaffOnly /> : null}
      </>
    ),
    check: has ? 'all' : 'none',
    locked,
  };
}

function StaffOnly(): ReactNode {
  const texts = useFunctionTexts();
  return <span className="sm-staff">{texts('staffOnly')}</span>;
}

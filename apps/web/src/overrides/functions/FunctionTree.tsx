import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { useState, type ReactNode } from 'react';
import { useT } from '../../i18n/common.ts';
import { useLang } from '../../i18n/lang.ts';
import { nameIn } from '../../reference/reference.ts';
import { useCan } from '../../session/session.ts';
import { EmptyState } from '../../ui/States.tsx';
import { StatusTag } from '../../ui/Values.tsx';
import { followsButton, found, tick, tickState, untick, type FunctionIndex, type FunctionItem } from './model.ts';
import { useFunctionTexts } from './texts.ts';
import { TickBox } from './TickBox.tsx';
import { SearchInput } from '../../ui/inputs/Input.tsx';
import { Button } from '../../ui/Button.tsx';
import './functions.css';

export interface FunctionTreeProps {
  readonly index: FunctionIndex;
  readonly ticked: ReadonlySet<string>;
  /** Absent: only to read; what is not ticked is left out. */
  readonly onChange?: (ticked: ReadonlySet<string>) => void;
}

interface NodeProps extends FunctionTreeProps {
  readonly node: FunctionItem;
  readonly shown: (node: FunctionItem) => boolean;
  readonly may: (code: string) => boolean;
}

/** Groups that start open: those of which a part is ticked. */
const openAtFirst = ({ index, ticked, onChange }: FunctionTreeProps): ReadonlySet<string> =>
  new Set(
    index.roots
      .filter((root) => onChange === undefined || tickState(index, ticked, root, () => true) === 'some')
      .map((root) => root.code),
  );

/** The function tree with ticks: groups that fold, a row for each page, its buttons beside it. */
export function FunctionTree({ index, ticked, onChange }: FunctionTreeProps): ReactNode {
  const texts = useFunctionTexts();
  const can = useCan();
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(() => openAtFirst({ index, ticked, ...(onChange && { onChange }) }));
  const hits = found(index, typed);
  const shown = (node: FunctionItem): boolean =>
    (hits === undefined || hits.has(node.code)) && (onChange !== undefined || ticked.has(node.code));
  const isGroup = (node: FunctionItem): boolean =>
    node.functionType === 1 && node.subSysFunction.some((child) => child.functionType === 1 && !followsButton(child));
  const groups = index.roots.filter((root) => root.functionType === 1 && shown(root));
  const rights = index.roots.filter((root) => root.functionType !== 1 && shown(root));
  const shared = { index, ticked, shown, may: can, ...(onChange && { onChange }) };
  const toggleOpen = (code: string): void =>
    setOpen(open.has(code) ? new Set([...open].filter((one) => one !== code)) : new Set([...open, code]));
  return (
    <div className="sm-tree">
      <TreeTools
        {...{ index, ticked, typed, setTyped }}
        {...(onChange && { onChange })}
        allOpen={groups.every((root) => open.has(root.code))}
        onOpenAll={(all) => setOpen(new Set(all ? index.roots.map((root) => root.code) : []))}
      />
      {groups.length === 0 && rights.length === 0 ? (
        <EmptyState small title={texts(typed === '' ? 'none' : 'nothing')} />
      ) : null}
      {groups.map((root) =>
        isGroup(root) ? (
          <Group
            key={root.code}
            {...shared}
            node={root}
            open={hits !== undefined || open.has(root.code)}
            onOpen={() => toggleOpen(root.code)}
          />
        ) : (
          <ul key={root.code} className="sm-group sm-rows">
            <PageRow {...shared} node={root} />
          </ul>
        ),
      )}
      {rights.length === 0 ? null : (
        <section className="sm-group" aria-label={texts('dataRights')}>
          <div className="sm-group-head">
            <strong>{texts('dataRights')}</strong>
          </div>
          <div className="sm-buttons sm-rights">
            {rights.map((node) => (
              <Leaf key={node.code} {...shared} node={node} />
            ))}
          </div>
        </section>
      )}
    </div>
  );
}

interface ToolsProps extends FunctionTreeProps {
  readonly typed: string;
  readonly setTyped: (text: string) => void;
  readonly allOpen: boolean;
  readonly onOpenAll: (open: boolean) => void;
}

function TreeTools({ index, ticked, onChange, typed, setTyped, allOpen, onOpenAll }: ToolsProps): ReactNode {
  const texts = useFunctionTexts();
  const can = useCan();
  const all = [...index.nodes.keys()];
  return (
    <div className="sm-tree-tools">
      <SearchInput
        aria-label={texts('search')}
        placeholder={texts('search')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button onClick={() => onOpenAll(!allOpen)}>{texts(allOpen ? 'collapseAll' : 'expandAll')}</Button>
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
function toggled({ index, ticked, node, may }: Omit<NodeProps, 'shown'>): ReadonlySet<string> {
  if (tickState(index, ticked, node, may) === 'all') return untick(index, ticked, [node.code]);
  return tick(
    index,
    ticked,
    index.codesOf(node).filter((code) => may(code)),
  );
}

function Group({
  open,
  onOpen,
  ...props
}: NodeProps & { readonly open: boolean; readonly onOpen: () => void }): ReactNode {
  const { index, ticked, node, shown, may, onChange } = props;
  const t = useT();
  const lang = useLang();
  const name = nameIn(node, lang);
  const codes = index.codesOf(node);
  return (
    <section className="sm-group" aria-label={name}>
      <div className="sm-group-head">
        <button
          type="button"
          className="wh-icon-button"
          aria-expanded={open}
          aria-label={`${t(open ? 'collapse' : 'expand')} ${name}`}
          onClick={onOpen}
        >
          {open ? <DownOutlined /> : <RightOutlined />}
        </button>
        {onChange === undefined ? (
          <strong>{name}</strong>
        ) : (
          <TickBox
            strong
            state={tickState(index, ticked, node, may)}
            label={name}
            disabled={!may(node.code)}
            onToggle={() => onChange(toggled(props))}
          />
        )}
        <Count ticked={ticked} codes={codes} />
      </div>
      {open ? (
        <ul className="sm-rows">
          {node.subSysFunction.filter(shown).map((child) =>
            child.functionType === 1 ? (
              <PageRow key={child.code} {...props} node={child} />
            ) : (
              <li key={child.code} className="sm-row">
                <Leaf {...props} node={child} />
              </li>
            ),
          )}
        </ul>
      ) : null}
    </section>
  );
}

const Count = ({
  ticked,
  codes,
}: {
  readonly ticked: ReadonlySet<string>;
  readonly codes: readonly string[];
}): ReactNode => (
  <span className="wh-faint wh-num sm-count">
    {codes.filter((code) => ticked.has(code)).length}/{codes.length}
  </span>
);

function PageRow(props: NodeProps): ReactNode {
  const { index, ticked, node, shown, may, onChange } = props;
  const lang = useLang();
  const children = node.subSysFunction.filter((child) => shown(child) && !followsButton(child));
  const leaves = children.filter((child) => child.functionType !== 1);
  const pages = children.filter((child) => child.functionType === 1);
  const label = (
    <>
      {nameIn(node, lang)} {onChange === undefined ? null : <StaffOnly node={node} />}
    </>
  );
  return (
    <>
      <li className="sm-row">
        <div className="sm-page">
          {onChange === undefined ? (
            <span>{label}</span>
          ) : (
            <TickBox
              strong
              state={tickState(index, ticked, node, may)}
              label={label}
              title={node.code}
              disabled={!may(node.code)}
              onToggle={() => onChange(toggled(props))}
            />
          )}
        </div>
        <div className="sm-buttons">
          {leaves.map((leaf) => (
            <Leaf key={leaf.code} {...props} node={leaf} />
          ))}
        </div>
      </li>
      {pages.map((child) => (
        <PageRow key={child.code} {...props} node={child} />
      ))}
    </>
  );
}

/** Only where the page itself is open to dealers would the mark say something; there it is on the button. */
function StaffOnly({ node }: { readonly node: FunctionItem }): ReactNode {
  const texts = useFunctionTexts();
  return Number(node.staffOnly) === 1 ? <span className="sm-staff">{texts('staffOnly')}</span> : null;
}

function Leaf({ index, ticked, node, may, onChange }: NodeProps): ReactNode {
  const texts = useFunctionTexts();
  const lang = useLang();
  const name = nameIn(node, lang);
  const parent = node.parentCode === null ? undefined : index.nodes.get(node.parentCode);
  const marked = Number(node.staffOnly) === 1 && Number(parent?.staffOnly ?? 0) === 0;
  if (onChange === undefined)
    return <StatusTag color={node.functionType === 3 ? 'warning' : 'default'}>{name}</StatusTag>;
  const has = ticked.has(node.code);
  const locked = !has && !may(node.code);
  return (
    <TickBox
      state={has ? 'all' : 'none'}
      disabled={locked}
      title={locked ? texts('notYours') : node.code}
      label={
        <>
          {name} {marked ? <StaffOnly node={node} /> : null}
        </>
      }
      onToggle={() => onChange(has ? untick(index, ticked, [node.code]) : tick(index, ticked, [node.code]))}
    />
  );
}

import type { FunctionItem } from '@wheelhouse/contract/calls/access/rights';
import { createContext, useContext, type ReactNode } from 'react';
import type { InputProps } from '../../../entity-ui/inputs/types.ts';
import { textOf } from '../../../entity-ui/model.ts';
import { useLang, type Lang } from '../../../i18n/lang.ts';
import { nameIn } from '../../../reference/reference.ts';
import { MenuIcon, menuIcons } from '../../../shell/icons.tsx';
import { useMenuTexts } from './texts.ts';
import { Select } from '../../../ui/inputs/Select.tsx';
import { TreeSelect } from '../../../ui/inputs/TreeSelect.tsx';

/** The tree that parents are chosen from. */
export const TreeContext = createContext<readonly FunctionItem[]>([]);

interface ParentOption {
  value: string;
  title: string;
  children: ParentOption[];
}

/** Pages only: nothing can be below a button or a right (1131). */
const optionsOf = (nodes: readonly FunctionItem[], lang: Lang): ParentOption[] =>
  nodes
    .filter((node) => node.functionType === 1)
    .map((node) => ({ value: node.code, title: nameIn(node, lang), children: optionsOf(node.subSysFunction, lang) }));

export function ParentInput({ id, value, onChange, disabled }: InputProps): ReactNode {
  const lang = useLang();
  const texts = useMenuTexts();
  const roots = useContext(TreeContext);
  return (
    <TreeSelect<string | undefined>
      id={id}
      className="eu-control"
      value={textOf(value) || undefined}
      treeData={optionsOf(roots, lang)}
      showSearch={{ treeNodeFilterProp: 'title' }}
      placeholder={texts('top')}
      disabled={disabled}
      allowClear
      onChange={(code) => onChange(code ?? null)}
    />
  );
}

export function IconInput({ id, value, onChange, disabled }: InputProps): ReactNode {
  const texts = useMenuTexts();
  return (
    <Select<string>
      id={id}
      className="eu-control"
      value={(textOf(value) || undefined) as string}
      placeholder={texts('noIcon')}
      options={Object.keys(menuIcons).map((name) => ({
        value: name,
        label: (
          <span className="sm-icon-option">
            <MenuIcon name={name} /> {name.replace(/Outlined$/, '')}
          </span>
        ),
      }))}
      showSearch={{ optionFilterProp: 'value' }}
      disabled={disabled}
      allowClear
      onChange={(name: string | undefined) => onChange(name ?? null)}
    />
  );
}

import type { OrganizationNode } from '@wheelhouse/contract/calls/access/rights';
import type { ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import type { CellProps } from '../../../entity-ui/cells/types.ts';
import { FilterLabel } from '../../../entity-ui/filters/text.tsx';
import type { FilterProps } from '../../../entity-ui/filters/types.ts';
import type { InputProps } from '../../../entity-ui/inputs/types.ts';
import { textOf } from '../../../entity-ui/model.ts';
import { useEntityTexts } from '../../../entity-ui/texts.ts';
import { useLang, type Lang } from '../../../i18n/lang.ts';
import { nameIn } from '../../../reference/reference.ts';
import { none } from '../../../ui/format.ts';
import { useAccountTexts } from './texts.ts';
import { TreeSelect } from '../../../ui/inputs/TreeSelect.tsx';

interface TreeOption {
  value: string;
  title: string;
  children: TreeOption[];
}

const treeCall = '/system/crm/organization/tree';

const optionsOf = (nodes: readonly OrganizationNode[], lang: Lang): TreeOption[] =>
  nodes.map((node) => ({ value: node.code, title: nameIn(node, lang), children: optionsOf(node.children, lang) }));

function useOrganizations(): TreeOption[] {
  const lang = useLang();
  const { data } = useCall(treeCall, {}, { staleTime: 60_000 });
  return optionsOf(data ?? [], lang);
}

const search = { treeNodeFilterProp: 'title' } as const;

/** A unit of the organization, from its tree. */
export function OrganizationInput({ id, value, onChange, disabled }: InputProps): ReactNode {
  const texts = useEntityTexts();
  const options = useOrganizations();
  return (
    <TreeSelect<string | undefined>
      id={id}
      className="eu-control"
      value={options.length === 0 ? undefined : textOf(value) || undefined}
      treeData={options}
      treeDefaultExpandAll
      showSearch={search}
      placeholder={texts('select')}
      disabled={disabled}
      onChange={(code) => onChange(code ?? null)}
    />
  );
}

/** The first unit of the tree that is meant. */
function unitOf(
  nodes: readonly OrganizationNode[],
  is: (node: OrganizationNode) => boolean,
): OrganizationNode | undefined {
  for (const node of nodes) {
    const found = is(node) ? node : unitOf(node.children, is);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Rows carry the Chinese name; the tree knows the other one. */
export function OrganizationCell({ value }: CellProps): ReactNode {
  const lang = useLang();
  const { data } = useCall(treeCall, {}, { staleTime: 60_000, enabled: lang !== 'zh' });
  const name = textOf(value);
  const node = lang === 'zh' ? undefined : unitOf(data ?? [], (one) => one.name === name);
  return <span>{node === undefined ? name : nameIn(node, lang)}</span>;
}

/** A unit by its code. */
export function OrganizationCodeCell({ value }: CellProps): ReactNode {
  const lang = useLang();
  const { data } = useCall(treeCall, {}, { staleTime: 60_000, inlineErrors: true });
  const code = textOf(value);
  const node = unitOf(data ?? [], (one) => one.code === code);
  return <span>{node === undefined ? code || none : nameIn(node, lang)}</span>;
}

export function OrganizationFilter({ spec, label, query, onChange }: FilterProps): ReactNode {
  const texts = useAccountTexts();
  const options = useOrganizations();
  const key = `${spec.name}.eq`;
  return (
    <TreeSelect<string | undefined>
      aria-label={label}
      className="eu-control"
      prefix={<FilterLabel>{label}</FilterLabel>}
      value={options.length === 0 ? undefined : query[key]}
      treeData={options}
      treeDefaultExpandAll
      showSearch={search}
      placeholder={texts('anyOrganization')}
      popupMatchSelectWidth={false}
      allowClear
      onChange={(code) => onChange({ [key]: code })}
    />
  );
}

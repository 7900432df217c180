import { listOf } from '@wheelhouse/contract/object';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/common.ts';
import { useDictLookup } from '../../reference/reference.ts';
import { DateTime, LabelTag, StatusTag } from '../../ui/Values.tsx';
import { useAreaName } from '../areas.ts';
import { refName, textOf } from '../model.ts';
import type { CellProps } from './types.ts';

export function FlagCell({ value }: CellProps<'flag'>): ReactNode {
  const t = useT();
  return <span>{t(Number(value) === 1 ? 'yes' : 'no')}</span>;
}

export const DateCell = ({ value }: CellProps<'date' | 'instant'>): ReactNode => <DateTime value={textOf(value)} />;

/** An entry with a colour is a state, one without is a word. */
export function DictCell({ field, value }: CellProps<'dict'>): ReactNode {
  const dict = useDictLookup();
  const item = dict(field.dict, textOf(value));
  if (item === undefined || !item.color) return <span>{item?.name ?? textOf(value)}</span>;
  return <StatusTag color={item.color}>{item.name}</StatusTag>;
}

const Tags = ({ items }: { readonly items: readonly string[] }): ReactNode => (
  <span className="eu-tags">
    {items.map((item) => (
      <LabelTag key={item}>{item}</LabelTag>
    ))}
  </span>
);

export function DictManyCell({ field, value }: CellProps<'dictMany'>): ReactNode {
  const dict = useDictLookup();
  return <Tags items={listOf(value).map((code) => dict(field.dict, code)?.name ?? code)} />;
}

export const TagsCell = ({ value }: CellProps<'tags'>): ReactNode => <Tags items={listOf(value)} />;

export function AreaCell({ value, row, name }: CellProps<'area'>): ReactNode {
  const nameOf = useAreaName();
  return <span>{refName(row, name) ?? nameOf(value) ?? textOf(value)}</span>;
}

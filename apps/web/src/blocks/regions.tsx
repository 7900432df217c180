import { listOf } from '@wheelhouse/contract/object';
import type { ReactNode } from 'react';
import { useAreaName, useAreaOptions, type AreaOption } from '../entity-ui/areas.ts';
import type { CellProps } from '../entity-ui/cells/types.ts';
import type { InputProps } from '../entity-ui/inputs/types.ts';
import { emptyText } from '../entity-ui/model.ts';
import { useLang, useTexts, type Texts } from '../i18n/lang.ts';
import { none } from '../ui/format.ts';
import { LabelTag } from '../ui/Values.tsx';
import { TreeSelect } from '../ui/inputs/TreeSelect.tsx';

const regionTexts = {
  regions: { zh: '选择省或市', en: 'Provinces or cities' },
  allRegions: { zh: '角色范围内全部', en: 'All within the roles’ scope' },
} as const satisfies Texts;

const begins = (text: unknown, typed: string): boolean => typeof text === 'string' && text.startsWith(typed);

interface Props extends InputProps {
  readonly placeholder: string;
}

/** Provinces and cities; a whole province stands for its cities. */
function Areas({ id, value, onChange, disabled, placeholder }: Props): ReactNode {
  const options = useAreaOptions(2);
  return (
    <TreeSelect<string[], AreaOption>
      id={id}
      className="eu-control"
      value={[...listOf(value)]}
      treeData={options}
      fieldNames={{ label: 'label', value: 'value', children: 'children' }}
      treeCheckable
      showCheckedStrategy="SHOW_PARENT"
      showSearch={{
        filterTreeNode: (typed, option) =>
          begins(option['initials'], typed.toUpperCase()) ||
          (typeof option['label'] === 'string' && option['label'].includes(typed)),
        autoClearSearchValue: false,
      }}
      placeholder={placeholder}
      maxTagCount={12}
      disabled={disabled}
      allowClear
      onChange={(codes) => onChange(codes)}
    />
  );
}

/** The regions of an account; none stands for all that its roles allow. */
export function RegionsInput(props: InputProps): ReactNode {
  const texts = useTexts(regionTexts);
  return <Areas {...props} placeholder={texts('allRegions')} />;
}

/** The regions of an audience. */
export function CitiesInput(props: InputProps): ReactNode {
  const texts = useTexts(regionTexts);
  return <Areas {...props} placeholder={texts('regions')} />;
}

export function RegionsCell({ field, row, value }: CellProps): ReactNode {
  const lang = useLang();
  const nameOf = useAreaName();
  const codes = listOf(value);
  if (codes.length === 0) return <span className="wh-faint">{emptyText(field, row)?.[lang] ?? none}</span>;
  return (
    <span className="eu-tags">
      {codes.map((code) => (
        <LabelTag key={code}>{nameOf(code) ?? code}</LabelTag>
      ))}
    </span>
  );
}

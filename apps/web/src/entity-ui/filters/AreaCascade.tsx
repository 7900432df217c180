import type { ReactNode } from 'react';
import { useT } from '../../i18n/common.ts';
import { areaPath, useAreaOptions, type AreaOption } from '../areas.ts';
import { FilterLabel } from './text.tsx';
import type { AreaPart } from './area-parts.ts';
import type { QueryPatch } from './types.ts';
import { Cascader } from '../../ui/inputs/Cascader.tsx';

export interface AreaCascadeProps {
  /** The fields of the cascade, province first; a single one asks for that level alone. */
  readonly parts: readonly AreaPart[];
  readonly label: string;
  readonly query: Readonly<Record<string, string>>;
  readonly onChange: (patch: QueryPatch) => void;
}

/** Province, city, district in one control; every level there is a field for may be the last one. */
export default function AreaCascade({ parts, label, query, onChange }: AreaCascadeProps): ReactNode {
  const t = useT();
  const depth = parts.at(-1)?.level ?? 1;
  const options = useAreaOptions(depth);
  const deepest = parts.findLast((part) => query[`${part.name}.eq`] !== undefined);
  const choose = (path: readonly (string | number | null)[] | undefined): void => {
    const patch: Record<string, string | undefined> = {};
    // Only the deepest chosen level is asked: it implies those above.
    for (const part of parts)
      patch[`${part.name}.eq`] = path?.length === part.level ? String(path[part.level - 1]) : undefined;
    onChange(patch);
  };
  return (
    <Cascader<AreaOption>
      aria-label={label}
      className="eu-control"
      prefix={<FilterLabel>{label}</FilterLabel>}
      placeholder={t('all')}
      options={options}
      value={areaPath(options, deepest === undefined ? undefined : query[`${deepest.name}.eq`])}
      onChange={choose}
      changeOnSelect={parts.length > 1}
      showSearch={{
        filter: (typed, path) =>
          path.some((option) => option.label.includes(typed) || option.initials.startsWith(typed.toUpperCase())),
      }}
      displayRender={(labels) => labels.at(-1)}
      autoFocus
      defaultOpen
      allowClear
    />
  );
}

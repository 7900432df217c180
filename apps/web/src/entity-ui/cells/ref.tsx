import { listOf } from '@wheelhouse/contract/object';
import { nameKey } from '@wheelhouse/entities/registry';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { refName, textOf } from '../model.ts';
import { Identity } from '../../ui/Values.tsx';
import { useDetailHref } from '../../routing/entity-routes.ts';
import type { CellProps } from './types.ts';

/** A record by its name, as a link where it has a detail page the user may open. */
export function RecordLink({
  entity,
  id,
  children,
}: {
  readonly entity: string;
  readonly id: unknown;
  readonly children: ReactNode;
}): ReactNode {
  const href = useDetailHref()(entity, id);
  return href === undefined ? <span>{children}</span> : <Link to={href}>{children}</Link>;
}

export const RefCell = ({ field, value, row, name }: CellProps<'ref'>): ReactNode => (
  <RecordLink entity={field.to} id={value}>
    <Identity value={refName(row, name) ?? textOf(value)} />
  </RecordLink>
);

/** Several records; one that is gone keeps its id. */
export function RefManyCell({ field, value, row, name }: CellProps<'refMany'>): ReactNode {
  const names = listOf(row[nameKey(name)]);
  return (
    <span className="eu-links eu-links-listed">
      {listOf(value).map((id, at) => (
        <span key={id}>
          <RecordLink entity={field.to} id={id}>
            {names[at] || id}
          </RecordLink>
        </span>
      ))}
    </span>
  );
}

import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { listOf, refName, textOf } from '../model.ts';
import { useRefNames } from '../refs/useRefOptions.ts';
import { useDetailHref } from '../routes.ts';
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
    {refName(row, name) ?? textOf(value)}
  </RecordLink>
);

/** Several records; their names are asked for, since answers carry only their ids. */
export function RefManyCell({ entity, field, value, name }: CellProps<'refMany'>): ReactNode {
  const ids = listOf(value);
  const names = useRefNames({ entity: field.to, field: `${entity.name}.${name}`, all: true }, ids);
  return (
    <span className="eu-links">
      {ids.map((id, at) => (
        <Fragment key={id}>
          {at > 0 ? ', ' : null}
          <RecordLink entity={field.to} id={id}>
            {names.get(id) ?? id}
          </RecordLink>
        </Fragment>
      ))}
    </span>
  );
}

import { useState, type ReactNode } from 'react';
import type { EntityRow } from '../../../entity-ui/model.ts';
import { useShownChanges } from './Changes.tsx';
import {
  loginColumns,
  operationColumns,
  revealColumns,
  type LoginEntry,
  type OperationEntry,
  type RevealEntry,
} from './columns.tsx';
import { LogTable, type LogColumn, type LogTableProps } from './LogTable.tsx';
import { logPaths } from './paths.ts';
import { logTexts } from './texts.ts';

type TabProps = { readonly row: EntityRow };

/** The user is known here: their own tabs do not name them in every line. */
const withoutUser = <Row,>(columns: readonly LogColumn<Row>[]): readonly LogColumn<Row>[] =>
  columns.filter((column) => column.key !== 'user');

function UserLog<Row extends { readonly id: string }>({
  row,
  ...rest
}: TabProps & Pick<LogTableProps<Row>, 'path' | 'label' | 'columns' | 'more'>): ReactNode {
  const [page, setPage] = useState(1);
  return (
    <LogTable<Row>
      {...rest}
      columns={withoutUser(rest.columns)}
      body={{ userId: row.id }}
      page={page}
      onPage={setPage}
    />
  );
}

export const LoginTab = ({ row }: TabProps): ReactNode => (
  <UserLog<LoginEntry> row={row} path={logPaths.userLogins} label={logTexts.logins} columns={loginColumns} />
);

export const OperationTab = ({ row }: TabProps): ReactNode => (
  <UserLog<OperationEntry>
    row={row}
    path={logPaths.userOperations}
    label={logTexts.operations}
    columns={operationColumns}
    more={useShownChanges()}
  />
);

export const RevealTab = ({ row }: TabProps): ReactNode => (
  <UserLog<RevealEntry> row={row} path={logPaths.userReveals} label={logTexts.reveals} columns={revealColumns} />
);

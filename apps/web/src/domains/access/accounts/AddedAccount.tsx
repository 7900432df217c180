import type { ReactNode } from 'react';
import type { RowOf } from '@wheelhouse/entities/rows';
import { textOf } from '../../../entity-ui/model.ts';
import type { AddedProps } from '../../../entity-ui/override.ts';
import PasswordDialog from '../../../entity-ui/actions/PasswordDialog.tsx';

type Account = RowOf<'sysUser' | 'dealerUser'>;

/** The initial password of a new account: the answer says it once. */
export default function AddedAccount({ answer, values, onClose }: AddedProps<Account>): ReactNode {
  return (
    <PasswordDialog
      name={textOf(values.realName)}
      username={textOf(values.username)}
      password={textOf(answer.initialPassword)}
      onClose={onClose}
    />
  );
}

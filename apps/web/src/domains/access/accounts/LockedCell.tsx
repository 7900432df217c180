import type { ReactNode } from 'react';
import type { CellProps } from '../../../entity-ui/cells/types.ts';
import { useT } from '../../../i18n/common.ts';
import { StatusTag } from '../../../ui/Values.tsx';

/** Being locked is worth a look; not being locked is not. */
export function LockedCell({ value }: CellProps): ReactNode {
  const t = useT();
  return Number(value) === 1 ? (
    <StatusTag color="danger">{t('yes')}</StatusTag>
  ) : (
    <span className="wh-faint">{t('no')}</span>
  );
}

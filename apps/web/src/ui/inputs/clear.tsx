import { CloseCircleFilled } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/common.ts';

interface Clear {
  readonly clearIcon: ReactNode;
  readonly label: string;
}

/** The button that empties an input, named in the user's language: antd has only an English name. */
export function useClear(allowed: boolean): Clear | false {
  const label = useT()('clear');
  return allowed && { clearIcon: <CloseCircleFilled />, label };
}

import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { useDict } from '../../../../reference/reference.ts';
import { useOtaTexts } from '../texts.ts';

/** Above the lists of the old platform, once nothing new may be made on it. */
export function ClosedNotice(): ReactNode {
  const texts = useOtaTexts();
  const switches = useDict('SystemSwitch');
  if (switches.length === 0 || switches.some(({ code }) => code === 'OLD_OTA_CREATE')) return null;
  return <Alert type="info" showIcon title={texts('createClosed')} />;
}

import { versionLabel } from '@wheelhouse/contract/envelope';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/lang.ts';
import { texts } from './texts.ts';

/** The release; to the pointer also what the console was built from. */
export function VersionLabel(): ReactNode {
  const t = useTexts(texts);
  return (
    <span className="sh-version" title={`${t('version')} ${versionLabel} (${import.meta.env.BUILD})`}>
      {versionLabel}
    </span>
  );
}

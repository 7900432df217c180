import type { CurrentUser } from '@wheelhouse/contract/calls/access/account';
import { formatInstant } from '@wheelhouse/contract/time';
import { useEffect, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useT } from '../i18n/common.ts';
import { useTexts } from '../i18n/lang.ts';
import { texts } from './texts.ts';
import './print.css';

/** Head of a printed page: product, user and time. Not on the screen. */
export function PrintNote({ user }: { readonly user: CurrentUser }): ReactNode {
  const t = useTexts(texts);
  const common = useT();
  const [time, setTime] = useState('');
  useEffect(() => {
    // The page is printed as it is when the event ends.
    const stamp = (): void => flushSync(() => setTime(formatInstant(new Date())));
    window.addEventListener('beforeprint', stamp);
    return () => window.removeEventListener('beforeprint', stamp);
  }, []);
  return (
    <div className="sh-print-note" aria-hidden="true">
      <span>{common('productName')}</span>
      <span>{t('printedBy', { name: user.realName || user.userName, time })}</span>
    </div>
  );
}

import type { ReactNode } from 'react';
import { useTexts, type Texts } from '../../i18n/lang.ts';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import './preview.css';

const texts = { preview: { zh: '手机预览', en: 'Phone preview' } } as const satisfies Texts;

interface Props {
  /** On the background of a page of the app, rather than of the lock screen. */
  readonly isPage?: boolean;
  readonly children: ReactNode;
}

/** The screen of a phone, with what it shows. */
export function PhoneFrame({ isPage = false, children }: Props): ReactNode {
  const words = useTexts(texts);
  return (
    <ScrollRegion label={words('preview')} className={isPage ? 'pv-phone pv-open' : 'pv-phone'}>
      {children}
    </ScrollRegion>
  );
}

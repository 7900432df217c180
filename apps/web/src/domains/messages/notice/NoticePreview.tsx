import type { ReactNode } from 'react';
import type { Row } from '@wheelhouse/entities';
import { textOf } from '../../../entity-ui/model.ts';
import { PhonePreview } from '../../../entity-ui/preview/PhonePreview.tsx';

/** The form's notice as a phone shows it; English falls back to Chinese, as it does there. */
export function NoticePreview({ values }: { readonly values: Row }): ReactNode {
  const inBoth = (name: string) => ({
    zh: textOf(values[name]),
    en: textOf(values[`${name}En`]) || textOf(values[name]),
  });
  return (
    <PhonePreview
      title={inBoth('title')}
      html={inBoth('content')}
      time={textOf(values['sendTime'])}
      isPinned={Number(values['pinned']) === 1}
    />
  );
}

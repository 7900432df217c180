import type { ReactNode } from 'react';
import { CopyText, Identity } from '../../ui/Values.tsx';
import { textOf } from '../model.ts';
import { stripHtml } from '../value-text.ts';
import type { CellProps } from './types.ts';

/** Identifiers people paste elsewhere get a copy button in details. */
export function TextCell({ field, value, place }: CellProps<'text' | 'longText'>): ReactNode {
  const text = textOf(value);
  const isIdentifier = field.kind === 'text' && field.format !== undefined;
  if (place === 'detail' && isIdentifier) return <CopyText value={text} />;
  if (place === 'detail' && field.kind === 'longText') return <span className="eu-prose">{text}</span>;
  if (field.kind === 'longText') return <span>{text}</span>;
  return (
    <span className={isIdentifier ? 'wh-num' : undefined}>
      <Identity value={text} />
    </span>
  );
}

/** The server sanitises HTML when it is written, so a detail may show it as it is; a table shows its text. */
export function RichTextCell({ value, place }: CellProps<'richText'>): ReactNode {
  const html = textOf(value);
  if (place === 'list') return <span>{stripHtml(html).slice(0, 200)}</span>;
  return <div className="eu-rich" dangerouslySetInnerHTML={{ __html: html }} />;
}

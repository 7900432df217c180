import type { RowOf } from '@wheelhouse/entities/rows';
import type { ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { DailyCounts } from '../DailyCounts.tsx';
import { useFaqTexts } from './texts.ts';

const keys = ['helpful', 'unhelpful'] as const;

/** Votes of users about an answer, day by day. */
export default function Votes({ row }: { readonly row: RowOf<'faq'> }): ReactNode {
  const words = useFaqTexts();
  const answer = useCall('/ps/crm/faq/votes', { id: row.id }, { inlineErrors: true });
  const texts = { title: words('last30d'), day: words('day'), empty: words('noVotes') };
  return <DailyCounts answer={answer} keys={keys} name={words} bars="stacked" {...texts} />;
}

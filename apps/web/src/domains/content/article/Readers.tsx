import type { RowOf } from '@wheelhouse/entities/rows';
import type { ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { DailyCounts } from '../DailyCounts.tsx';
import { useArticleTexts } from './texts.ts';

const keys = ['views', 'likes', 'comments', 'shares'] as const;
/** Many read, few say something: on the scale of the first nobody would see the others. */
const scales = [['views'], ['likes', 'comments', 'shares']] as const;

/** What readers did with an article, day by day. */
export default function Readers({ row }: { readonly row: RowOf<'article'> }): ReactNode {
  const words = useArticleTexts();
  const answer = useCall('/ps/crm/article/statistics', { id: row.id }, { inlineErrors: true });
  const texts = { title: words('last30d'), day: words('day'), empty: words('noReaders') };
  return <DailyCounts answer={answer} keys={keys} scales={scales} name={words} {...texts} />;
}

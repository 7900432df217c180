import { articleComment } from '@wheelhouse/entities/content/article-comment';
import { plain } from '@wheelhouse/entities/registry';
import type { RowOf } from '@wheelhouse/entities/rows';
import type { ReactNode } from 'react';
import { defineOverride } from '../../../entity-ui/override.ts';
import { RelatedList } from '../../../entity-ui/related/RelatedList.tsx';

const entity = plain(articleComment);
/** A reply is corrected rather than written anew. */
const override = defineOverride('articleComment', { starts: { reply: ({ reply }) => ({ content: reply }) } });

/** What readers wrote below an article: it is hidden, shown again and answered here. */
export default function Comments({ row }: { readonly row: RowOf<'article'> }): ReactNode {
  return <RelatedList entity={entity} override={override} fixed={{ articleId: row.id }} filters readOnly={false} />;
}

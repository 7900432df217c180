import { ApartmentOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { defineOverride } from '../../../entity-ui/override.ts';
import { part } from '../../../ui/part.tsx';
import { texts, useArticleTexts } from './texts.ts';

const TypeTree = part(() => import('./TypeTree.tsx'));

/** How many articles a category takes with it. */
function Hidden({ ids }: { readonly ids: readonly string[] }): ReactNode {
  const words = useArticleTexts();
  const [id = ''] = ids;
  const { data } = useCall('/ps/crm/articleType/detail', { id }, { enabled: ids.length === 1, inlineErrors: true });
  return data === undefined ? null : <p>{words('hides', { n: data.articleCount ?? 0 })}</p>;
}

/** Categories are seen as a list or as the tree that they are. */
const articleTypeOverride = defineOverride('articleType', {
  views: [{ key: 'tree', label: texts.tree, icon: <ApartmentOutlined />, component: TypeTree }],
  asks: { enable0: Hidden },
});

export { articleTypeOverride as default };

import { ApartmentOutlined } from '@ant-design/icons';
import { defineOverride } from '../../../entity-ui/override.ts';
import { part } from '../../../ui/part.tsx';
import { texts } from './texts.ts';

const TypeTree = part(() => import('./TypeTree.tsx'));

/** Categories are seen as a list or as the tree that they are. */
const articleTypeOverride = defineOverride('articleType', {
  views: [{ key: 'tree', label: texts.tree, icon: <ApartmentOutlined />, component: TypeTree }],
});

export { articleTypeOverride as default };

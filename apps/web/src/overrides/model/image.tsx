import { AppstoreOutlined } from '@ant-design/icons';

import { defineOverride } from '../../entity-ui/override.ts';
import { texts } from '../texts.ts';
import { part } from '../../ui/part.tsx';

const MatrixView = part(() => import('./MatrixView.tsx'));

/** Vehicle images: what is there and what is missing, by model and colour. */
export const imageOverride = defineOverride('vehicleImage', {
  views: [{ key: 'matrix', label: texts.matrix, icon: <AppstoreOutlined />, component: MatrixView }],
});

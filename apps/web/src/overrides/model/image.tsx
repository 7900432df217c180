import { AppstoreOutlined } from '@ant-design/icons';

import { defineOverride } from '../define.ts';
import { texts } from '../texts.ts';
import { part } from '../../lib/part.tsx';

const MatrixView = part(() => import('./MatrixView.tsx'));

/** Vehicle images: what is there and what is missing, by model and colour. */
export const imageOverride = defineOverride('vehicleImage', {
  views: [{ key: 'matrix', label: texts.matrix, icon: <AppstoreOutlined />, component: MatrixView }],
});

import { AppstoreOutlined } from '@ant-design/icons';
import { lazy } from 'react';
import { defineOverride } from '../define.ts';
import { texts } from '../texts.ts';

const MatrixView = lazy(() => import('./MatrixView.tsx'));

/** Vehicle images: what is there and what is missing, by model and colour. */
export const imageOverride = defineOverride('vehicleImage', {
  views: [{ key: 'matrix', label: texts.matrix, icon: <AppstoreOutlined />, component: MatrixView }],
});

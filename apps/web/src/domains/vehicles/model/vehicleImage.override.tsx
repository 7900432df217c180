import { AppstoreOutlined } from '@ant-design/icons';

import { defineOverride } from '../../../entity-ui/override.ts';
import { vehicleTexts } from '../texts.ts';
import { part } from '../../../ui/part.tsx';
import { ZipImport } from './ZipImport.tsx';

const MatrixView = part(() => import('./MatrixView.tsx'));

/** Vehicle images: what is there and what is missing, by model and colour. */
const imageOverride = defineOverride('vehicleImage', {
  actions: ZipImport,
  views: [{ key: 'matrix', label: vehicleTexts.matrix, icon: <AppstoreOutlined />, component: MatrixView }],
});

export { imageOverride as default };

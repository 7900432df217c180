import { defineOverride } from '../../../entity-ui/override.ts';
import { part } from '../../../ui/part.tsx';
import { texts } from './texts.ts';

const QrTab = part(() => import('./QrTab.tsx'));
const Statistics = part(() => import('./Statistics.tsx'));

/** Promotions: their code and what came of them, in the drawer of the record. */
const promotionOverride = defineOverride('promotion', {
  tabs: [
    { key: 'qrcode', label: texts.qrcode, code: 'promotion.qrcode', component: QrTab },
    { key: 'statistics', label: texts.statistics, code: 'promotion.statistics', component: Statistics },
  ],
});

export { promotionOverride as default };

import type { RecordPage } from '../../../entity-ui/override.ts';
import { hrefOf } from '../../../routing/page.ts';

/** The way from a record to where its money went, by its number. */
export const trailOf = (number: string): RecordPage => ({
  label: { zh: '资金追踪', en: 'Follow money' },
  href: hrefOf('revenueManage', { view: 'trail', number }),
  code: 'revenueManage.query',
});

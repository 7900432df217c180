import type { Text } from '@wheelhouse/contract/lang';
import { entityOf } from '../registry.ts';

/** Objects of logs that are no entities. */
const objects: Readonly<Record<string, Text>> = {
  smsOutbox: { zh: '短信发件箱', en: 'SMS outbox' },
  proof: { zh: '自检', en: 'Proof' },
  statistics: { zh: '统计', en: 'Statistics' },
  work: { zh: '后台任务', en: 'Background work' },
  sapVehicle: { zh: 'SAP车辆', en: 'SAP vehicle' },
};

/** Kind of record that a row of a log is about. It may be any: who asks has the whole registry. */
export const objectText = (entity: string): Text | undefined =>
  entityOf(entity)?.label ?? (Object.hasOwn(objects, entity) ? objects[entity] : undefined);

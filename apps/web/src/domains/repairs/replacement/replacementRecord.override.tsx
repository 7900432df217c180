import { defineOverride } from '../../../entity-ui/override.ts';
import { part } from '../../../ui/part.tsx';

const OnRecord = part(() => import('./OnRecord.tsx'));

/** Replacement records: the form says which part the vehicle has on record. */
const replacementOverride = defineOverride('replacementRecord', { below: { oldSn: OnRecord } });

export { replacementOverride as default };

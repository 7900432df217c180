import { defineOverride } from '../../../entity-ui/override.ts';
import { part } from '../../../ui/part.tsx';

const Track = part(() => import('./Track.tsx'));

/** Winning records: where the parcel of what was sent is. */
const winningRecordOverride = defineOverride('winningRecord', { lead: Track });

export { winningRecordOverride as default };

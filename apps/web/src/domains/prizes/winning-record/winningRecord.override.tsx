import { prizesMachines } from '@wheelhouse/entities/machines/prizes';
import { defineOverride } from '../../../entity-ui/override.ts';
import { part } from '../../../ui/part.tsx';

const Track = part(() => import('../../../blocks/parcel/Track.tsx'));
const { shipped } = prizesMachines['SM-Winning'].states;
const comesBack = {
  zh: '快件没有送达，请联系用户；收到退件后点「退回」登记',
  en: 'It has not reached the user: contact them, and press “Returned” when it is back',
};

/** Winning records: where the parcel of what was sent is. */
const winningRecordOverride = defineOverride('winningRecord', {
  lead: ({ row }) => <Track of="winningRecord" row={row} isOpen={row.status === shipped} comesBack={comesBack} />,
});

export { winningRecordOverride as default };

import { entityNamed } from '@wheelhouse/entities/registry';
import type { Cargo } from '../express/service.ts';

/** Prizes are sent, and theirs when they are signed for. */
export const winningCargo: Cargo = {
  arrival: {
    entity: entityNamed('winningRecord'),
    action: 'sign',
    effect: async () => ({ doneTime: new Date() }),
  },
  link: { table: 'exp_parcel_winning', column: 'winning_id' },
  base: '/act/crm/winningRecord',
  page: 'winningRecord',
  called: { zh: '奖品', en: 'A prize' },
};

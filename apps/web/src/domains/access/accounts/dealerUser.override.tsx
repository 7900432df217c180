import { defineOverride } from '../../../entity-ui/override.ts';
import { LockedCell } from './LockedCell.tsx';
import { DealerRolesInput, RolesCell } from './roles.tsx';
import { dialogPart } from '../../../ui/part.tsx';

const AddedAccount = dialogPart(() => import('./AddedAccount.tsx'));

export const dealerAccountOverride = defineOverride('dealerUser', {
  cell: { roleCodes: RolesCell, locked: LockedCell },
  input: { roleCodes: DealerRolesInput },
  added: AddedAccount,
});

export { dealerAccountOverride as default };

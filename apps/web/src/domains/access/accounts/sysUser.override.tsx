import { defineOverride, type Override } from '../../../entity-ui/override.ts';
import { PartNav } from '../logs/PartNav.tsx';
import { LockedCell } from './LockedCell.tsx';
import { OrganizationCell, OrganizationFilter, OrganizationInput } from './organization.tsx';
import { RegionsCell, RegionsInput } from '../../../blocks/regions.tsx';
import { RoleFilter, RolesCell, StaffRolesInput } from './roles.tsx';
import { accountTexts } from './texts.ts';
import { dialogPart, part } from '../../../ui/part.tsx';

const AddedAccount = dialogPart(() => import('./AddedAccount.tsx'));

export const operatorOverride = defineOverride('sysUser', {
  cell: { roleCodes: RolesCell, regionScope: RegionsCell, locked: LockedCell, organizationName: OrganizationCell },
  input: { roleCodes: StaffRolesInput, organizationCode: OrganizationInput, regionScope: RegionsInput },
  filter: { roleCodes: RoleFilter, organizationCode: OrganizationFilter },
  nav: PartNav,
  added: AddedAccount,
});

const RightsTab = part(() => import('./RightsTab.tsx'));
const SessionTab = part(async () => ({ default: (await import('../logs/Sessions.tsx')).SessionTab }));
const tab = (key: 'LoginTab' | 'OperationTab' | 'RevealTab') =>
  part(async () => ({ default: (await import('../logs/UserTabs.tsx'))[key] }));

export const detail = {
  ...operatorOverride,
  ...defineOverride('sysUser', {
    tabs: [
      { key: 'rights', label: accountTexts.rights, component: RightsTab },
      { key: 'logins', label: accountTexts.signIns, component: tab('LoginTab') },
      { key: 'operations', label: accountTexts.operations, component: tab('OperationTab') },
      { key: 'reveals', label: accountTexts.reveals, component: tab('RevealTab') },
      { key: 'sessions', label: accountTexts.sessions, component: SessionTab },
    ],
  }),
} satisfies Override;

export { operatorOverride as default };

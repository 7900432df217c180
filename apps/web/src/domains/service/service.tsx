import { ProfileOutlined } from '@ant-design/icons';
import { defineOverride } from '../../entity-ui/override.ts';
import { hrefOf } from '../../routing/page.ts';
import { Figures } from './Figures.tsx';
import { OwnState } from './OwnState.tsx';
import { texts } from './texts.ts';

/** Service accounts: one's own state above them, and the way to an account's log. */
export const serviceAccountOverride = defineOverride('serviceAccount', {
  nav: OwnState,
  links: (row) => [
    {
      label: texts.log,
      icon: <ProfileOutlined />,
      href: hrefOf('customerServiceAccountLog', { 'accountId.eq': row.id }),
      code: 'customerServiceAccount.log',
    },
  ],
});

export const serviceAccountLogOverride = defineOverride('serviceAccountLog', { nav: Figures });

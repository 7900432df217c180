import { ProfileOutlined } from '@ant-design/icons';
import { defineOverride } from '../../entity-ui/override.ts';
import { hrefOf } from '../../routing/page.ts';
import { OwnState } from './OwnState.tsx';
import { texts } from './texts.ts';

/** One's own state above the list, and the way to an account's log. */
export default defineOverride('serviceAccount', {
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

import type { ReactNode } from 'react';
import { usePick } from '../../../i18n/lang.ts';
import { OwnState } from '../../service/OwnState.tsx';
import { useUser } from '../../../session/session.ts';
import { PageBody, PageHeader } from '../../../ui/Layout.tsx';
import type { PageProps } from '../../../routing/pages.ts';
import { BasicCard } from './BasicCard.tsx';
import { PasswordCard } from './PasswordCard.tsx';
import './profile.css';
import { SessionsCard } from './SessionsCard.tsx';
import { SignInsCard } from './SignInsCard.tsx';
import { TwoFactorCard } from './TwoFactorCard.tsx';

/** Own data, password and sign-ins. While the password must be changed there is only its card. */
export default function Profile({ route }: PageProps): ReactNode {
  const pick = usePick();
  const user = useUser();
  return (
    <PageBody>
      <PageHeader title={pick(route)} />
      {user.mustChangePwd === 1 ? (
        <PasswordCard user={user} />
      ) : (
        <>
          {/* Whoever serves owners need not have the right to the accounts' page. */}
          <OwnState />
          <div className="pf-cards">
            <BasicCard user={user} />
            <PasswordCard user={user} />
            {user.userType === 1 ? <TwoFactorCard /> : null}
            <SessionsCard user={user} />
            <SignInsCard user={user} />
          </div>
        </>
      )}
    </PageBody>
  );
}

import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { StatusPage } from '../../public-pages/StatusPage.tsx';
import { signOut } from '../../session/sign-out.ts';

/** /error/401: no access, inside the shell. */
export default function NoAccess(): ReactNode {
  const navigate = useNavigate();
  return <StatusPage status={401} inside onHome={() => void navigate('/')} onLogout={() => void signOut()} />;
}

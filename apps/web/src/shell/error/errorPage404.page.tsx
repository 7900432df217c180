import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { StatusPage } from '../../public-pages/StatusPage.tsx';
import { signOut } from '../../session/sign-out.ts';

/** /error/404: not found, inside the shell. */
export default function NotFound(): ReactNode {
  const navigate = useNavigate();
  return <StatusPage status={404} inside onHome={() => void navigate('/')} onLogout={() => void signOut()} />;
}

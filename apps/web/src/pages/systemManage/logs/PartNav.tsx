import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { hrefOf, usePage } from '../../../shell/page.ts';
import { useLogWords, type logTexts } from './texts.ts';
import './logs.css';

/** Parts of the operators' page beside its list; `?view=` in the address. */
export const logParts = [
  'operations',
  'logins',
  'reveals',
  'sessions',
] as const satisfies readonly (keyof typeof logTexts)[];
export type LogPart = (typeof logParts)[number];

export const partOf = (search: URLSearchParams): LogPart | undefined =>
  logParts.find((part) => part === search.get('view'));

/** Operators, and the traces of what they do. */
export function PartNav(): ReactNode {
  const words = useLogWords();
  const current = partOf(usePage().search);
  return (
    <nav className="sm-nav" aria-label={words('parts')}>
      {([undefined, ...logParts] as const).map((part) => (
        <Link
          key={part ?? ''}
          to={hrefOf('operatorManage', { view: part })}
          aria-current={part === current ? 'page' : undefined}
        >
          {words(part ?? 'operators')}
        </Link>
      ))}
    </nav>
  );
}

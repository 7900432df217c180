import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useUser } from '../../../session/session.ts';
import { hrefOf, usePage } from '../../../routing/page.ts';
import { useLogTexts, type logTexts } from './texts.ts';
import './logs.css';

/** Parts of the operators' page beside its list; `?view=` in the address. */
export const logParts = [
  'operations',
  'logins',
  'reveals',
  'sessions',
  'work',
  'sms',
] as const satisfies readonly (keyof typeof logTexts)[];
export type LogPart = (typeof logParts)[number];

/** What administrators alone may see. */
export const mayOpen = (part: LogPart, roleCodes: readonly string[]): boolean =>
  part !== 'sms' || roleCodes.includes('admin');

export const partOf = (search: URLSearchParams): LogPart | undefined =>
  logParts.find((part) => part === search.get('view'));

/** On a phone the row of parts is wider than the page. */
const intoView = (link: HTMLElement | null): void => link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

/** Operators, and the traces of what they do. */
export function PartNav(): ReactNode {
  const texts = useLogTexts();
  const current = partOf(usePage().search);
  const { roleCodes } = useUser();
  const open = logParts.filter((part) => mayOpen(part, roleCodes));
  return (
    <nav className="sm-nav" aria-label={texts('parts')}>
      {([undefined, ...open] as const).map((part) => (
        <Link
          key={part ?? ''}
          to={hrefOf('operatorManage', { view: part })}
          aria-current={part === current ? 'page' : undefined}
          ref={part === current ? intoView : undefined}
        >
          {texts(part ?? 'operators')}
        </Link>
      ))}
    </nav>
  );
}

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useCan, useUser } from '../../../session/session.ts';
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
  'proof',
  'sms',
] as const satisfies readonly (keyof typeof logTexts)[];
export type LogPart = (typeof logParts)[number];

/** Whether somebody may see a part: the outbox is for administrators alone, the checks have a right of their own. */
export function useMayOpen(): (part: LogPart) => boolean {
  const { roleCodes } = useUser();
  const can = useCan();
  return (part) => (part === 'sms' ? roleCodes.includes('admin') : part !== 'proof' || can('operatorManage.proof'));
}

export const partOf = (search: URLSearchParams): LogPart | undefined =>
  logParts.find((part) => part === search.get('view'));

/** On a phone the row of parts is wider than the page. */
const intoView = (link: HTMLElement | null): void => link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

/** Operators, and the traces of what they do. */
export function PartNav(): ReactNode {
  const texts = useLogTexts();
  const current = partOf(usePage().search);
  const open = logParts.filter(useMayOpen());
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

import { routeNamed } from '@wheelhouse/entities/routes';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { usePick, type Text } from '../../../i18n/lang.ts';
import { hrefOf } from '../../../routing/page.ts';
import type { Shown } from './shown.ts';

/** The title of a part; away from the page of its statistic, with the way there. */
export function PartTitle({ statistic, away, text }: Shown & { readonly text: Text }): ReactNode {
  const pick = usePick();
  if (away === undefined) return pick(text);
  return (
    <>
      <Link className="st-away" to={hrefOf(statistic.route)}>
        {pick(routeNamed(statistic.route))}
      </Link>{' '}
      {pick(text)}
    </>
  );
}

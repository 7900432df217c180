import type { ReactNode } from 'react';
import type { PageProps } from '../../routing/pages.ts';
import { EntityListPage } from '../list/EntityListPage.tsx';
import { entityOfRoute } from './entity-of-route.ts';

/** A list page given by its entity alone. */
export default function List({ route }: PageProps): ReactNode {
  return <EntityListPage entity={entityOfRoute(route)} />;
}

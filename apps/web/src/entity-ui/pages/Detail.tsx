import type { ReactNode } from 'react';
import type { PageProps } from '../../pages/registry.ts';
import { EntityDetailPage } from '../detail/EntityDetailPage.tsx';
import { entityOfRoute } from './entity-of-route.ts';

/** A detail page given by its entity alone. */
export default function Detail({ route }: PageProps): ReactNode {
  return <EntityDetailPage entity={entityOfRoute(route)} />;
}

import type { ReactNode } from 'react';
import type { PageProps } from '../../routing/pages.ts';
import { EntityFormPage } from '../form/FormPage.tsx';
import { entityOfRoute } from './entity-of-route.ts';

/** An add or edit page given by its entity alone. */
export default function FormOfRoute({ route }: PageProps): ReactNode {
  return <EntityFormPage entity={entityOfRoute(route)} mode={route.kind === 'add' ? 'add' : 'edit'} />;
}

import type { ReactNode } from 'react';
import { dealerUser } from '@wheelhouse/entities/access/dealer-user';
import { plain } from '@wheelhouse/entities/registry';
import { EntityFormPage } from '../../entity-ui/form/FormPage.tsx';
import { dealerAccountOverride } from './accounts/overrides.ts';

export default function DealerAccountEdit(): ReactNode {
  return <EntityFormPage entity={plain(dealerUser)} override={dealerAccountOverride} mode="edit" />;
}

import { faq } from '@wheelhouse/entities/content/faq';
import { plain } from '@wheelhouse/entities/registry';
import type { RowOf } from '@wheelhouse/entities/rows';
import type { ReactNode } from 'react';
import { RelatedList } from '../../../entity-ui/related/RelatedList.tsx';

const entity = plain(faq);

/** Questions of the same sub-category, this one among them. */
export default function Similar({ row }: { readonly row: RowOf<'faq'> }): ReactNode {
  return <RelatedList entity={entity} fixed={{ subCode: row.subCode }} without={['categoryCode', 'subCode']} />;
}

import type { ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/registry';
import { feedback } from '@wheelhouse/entities/feedback/feedback';
import { RelatedList } from '../../entity-ui/related/RelatedList.tsx';
import { feedbackOverride } from '../feedback/feedback.override.tsx';

/** What the user has written to the platform. */
export default function FeedbackTab({ row }: { readonly row: { readonly id: string } }): ReactNode {
  return (
    <RelatedList
      entity={plain(feedback)}
      override={feedbackOverride}
      fixed={{ userId: row.id }}
      without={['userId', 'mobile']}
    />
  );
}

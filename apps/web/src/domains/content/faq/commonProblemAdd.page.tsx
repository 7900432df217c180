import { faq } from '@wheelhouse/entities/content/faq';
import { plain } from '@wheelhouse/entities/registry';
import type { ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { EntityFormPage } from '../../../entity-ui/form/FormPage.tsx';
import { faqOverride } from './faq.override.tsx';
import { usePage } from '../../../routing/page.ts';
import { PageBody } from '../../../ui/Layout.tsx';
import { PendingState } from '../../../ui/States.tsx';

const entity = plain(faq);
const longestQuestion = 60;
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br>');

/** A new question; with `?feedbackId=` made of what a user asked and was answered. */
export default function FaqAdd(): ReactNode {
  const feedbackId = usePage().search.get('feedbackId');
  return feedbackId === null ? (
    <EntityFormPage entity={entity} override={faqOverride} />
  ) : (
    <OfFeedback key={feedbackId} id={feedbackId} />
  );
}

function OfFeedback({ id }: { readonly id: string }): ReactNode {
  const feedback = useCall('/cs/crm/feedback/detail', { id }, { inlineErrors: true });
  // The staff's last words are the best beginning of an answer.
  const talk = useCall(
    '/cs/crm/feedbackReply/list',
    { page: 1, pageSize: 100, orderBy: 'createTime desc', query: { feedbackId: id } },
    { inlineErrors: true },
  );
  if (feedback.data === undefined || talk.data === undefined) {
    const retry = (): void => void Promise.all([feedback.refetch(), talk.refetch()]);
    return (
      <PageBody>
        <PendingState error={feedback.error ?? talk.error} onRetry={retry} />
      </PageBody>
    );
  }
  const { categoryCode, subCode, content } = feedback.data;
  const answer = talk.data.list.find(({ side }) => side === 'staff')?.content;
  return (
    <EntityFormPage
      entity={entity}
      override={faqOverride}
      preset={{
        feedbackId: id,
        categoryCode,
        subCode,
        question: [...content].slice(0, longestQuestion).join(''),
        answer: answer === undefined ? null : `<p>${escaped(answer)}</p>`,
      }}
    />
  );
}

import { AppstoreOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { LinkButton } from '../../../entity-ui/LinkButton.tsx';
import { defineOverride } from '../../../entity-ui/override.ts';
import { useCan } from '../../../session/session.ts';
import { part } from '../../../ui/part.tsx';
import { texts, useFaqTexts } from './texts.ts';

const Votes = part(() => import('./Votes.tsx'));
const Similar = part(() => import('./Similar.tsx'));

/** The categories of questions are entries of the dictionary. */
function Categories(): ReactNode {
  const words = useFaqTexts();
  const can = useCan();
  if (!can('commonProblemManage.category') || !can('dictionary.query')) return null;
  return (
    <LinkButton to="/systemManage/dictionary?category=LargeProblemClassification" icon={<AppstoreOutlined />}>
      {words('categories')}
    </LinkButton>
  );
}

export const faqOverride = defineOverride('faq', { actions: Categories });

/** What users say about the answer, and what else is asked about the same. */
const faqDetailOverride = defineOverride('faq', {
  tabs: [
    { key: 'votes', label: texts.votes, component: Votes },
    { key: 'similar', label: texts.similar, component: Similar },
  ],
});

export { faqOverride as default, faqDetailOverride as detail };

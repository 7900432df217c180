import { AppstoreOutlined, CustomerServiceOutlined } from '@ant-design/icons';
import { supportType } from '@wheelhouse/entities/content/support-type';
import { plain } from '@wheelhouse/entities/registry';
import type { ReactNode } from 'react';
import { useDialogs } from '../../../entity-ui/dialogs.tsx';
import { LinkButton } from '../../../entity-ui/LinkButton.tsx';
import { defineOverride } from '../../../entity-ui/override.ts';
import { useCan } from '../../../session/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { dialogPart, part } from '../../../ui/part.tsx';
import { texts, useFaqTexts } from './texts.ts';

const Votes = part(() => import('./Votes.tsx'));
const Similar = part(() => import('./Similar.tsx'));
const EntityDrawer = dialogPart(() => import('../../../entity-ui/list/EntityDrawer.tsx'));

/** The categories of questions are entries of the dictionary; how the app shows them is kept here. */
function Categories(): ReactNode {
  const words = useFaqTexts();
  const can = useCan();
  const dialogs = useDialogs();
  if (!can('commonProblemManage.category')) return null;
  const open = (): void =>
    void dialogs.open((close) => (
      <EntityDrawer entity={plain(supportType)} title={words('types')} onClose={() => close(null)} />
    ));
  return (
    <>
      <Button icon={<CustomerServiceOutlined />} onClick={open}>
        {words('types')}
      </Button>
      {can('dictionary.query') ? (
        <LinkButton to="/systemManage/dictionary?category=LargeProblemClassification" icon={<AppstoreOutlined />}>
          {words('categories')}
        </LinkButton>
      ) : null}
    </>
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

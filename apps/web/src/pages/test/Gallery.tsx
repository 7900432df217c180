import type { ReactNode } from 'react';
import { Dialogs } from '../../entity-ui/dialogs.tsx';
import { useT } from '../../i18n/common.ts';
import { usePick } from '../../i18n/lang.ts';
import { notify } from '../../lib/notify.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { DescriptionList, PageBody, PageHeader, Section } from '../../ui/Layout.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/States.tsx';
import { CopyText, DateTime, KeyValue, Masked, Money, StatusTag } from '../../ui/Values.tsx';
import type { PageProps } from '../../routing/pages.ts';
import { DialogSamples, MessageSamples } from './DialogSamples.tsx';
import { Kinds } from './Kinds.tsx';
import { useTestWords } from './texts.ts';
import { Button } from '../../ui/Button.tsx';
import '../../entity-ui/entity-ui.css';
import './test.css';

/** The component gallery: for those who build pages. */
export default function Gallery({ route }: PageProps): ReactNode {
  const pick = usePick();
  const words = useTestWords();
  return (
    <Dialogs>
      <PageBody>
        <PageHeader title={pick(route)} description={words('description')} />
        <Section title={words('kinds')}>
          <Kinds />
        </Section>
        <Section title={words('dialogs')}>
          <DialogSamples />
        </Section>
        <Section title={words('messages')}>
          <MessageSamples />
        </Section>
        <Section title={words('values')}>
          <Values />
        </Section>
        <Section title={words('states')}>
          <States />
        </Section>
      </PageBody>
    </Dialogs>
  );
}

function Values(): ReactNode {
  const words = useTestWords();
  return (
    <>
      <div className="tg-buttons">
        {(['default', 'primary', 'success', 'warning', 'danger'] as const).map((color) => (
          <StatusTag key={color} color={color}>
            {color}
          </StatusTag>
        ))}
        <Money fen={129900} sign />
        <DateTime value="2026-03-08 09:30:00" />
        <CopyText value="LSAMPLE0000000001" />
        <Masked value="138****5678" />
        <KeyValue label={words('sample')}>128</KeyValue>
        <ConfirmButton danger question={words('question')} onConfirm={() => notify.success(words('success'))}>
          {words('danger')}
        </ConfirmButton>
      </div>
      <DescriptionList
        items={[
          { key: 'a', label: words('sample'), value: words('sampleText') },
          { key: 'b', label: words('sample'), value: null },
          { key: 'c', label: words('sample'), value: words('sampleLong'), wide: true },
        ]}
      />
    </>
  );
}

function States(): ReactNode {
  const t = useT();
  const words = useTestWords();
  return (
    <div className="tg-states">
      <EmptyState description={words('sampleLong')} action={<Button>{t('add')}</Button>} />
      <ErrorState message={words('sampleError')} onRetry={() => notify.info(t('retry'))} />
      <div data-sample>
        <LoadingState />
      </div>
    </div>
  );
}

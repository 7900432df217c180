import type { ReactNode } from 'react';
import { Dialogs } from '../entity-ui/dialogs.tsx';
import { useT } from '../i18n/common.ts';
import { usePick } from '../i18n/lang.ts';
import { notify } from '../lib/notify.ts';
import { ConfirmButton } from '../ui/ConfirmButton.tsx';
import { DescriptionList, PageBody, PageHeader, Section } from '../ui/Layout.tsx';
import { EmptyState, ErrorState, LoadingState } from '../ui/States.tsx';
import { CopyText, DateTime, KeyValue, Masked, Money, StatusTag } from '../ui/Values.tsx';
import type { PageProps } from '../routing/pages.ts';
import { DialogSamples, MessageSamples } from './DialogSamples.tsx';
import { Kinds } from './Kinds.tsx';
import { useTestTexts } from './texts.ts';
import { Button } from '../ui/Button.tsx';
import '../entity-ui/entity-ui.css';
import './test.css';

/** The component gallery: for those who build pages. */
export default function Gallery({ route }: PageProps): ReactNode {
  const pick = usePick();
  const texts = useTestTexts();
  return (
    <Dialogs>
      <PageBody>
        <PageHeader title={pick(route)} description={texts('description')} />
        <Section title={texts('kinds')}>
          <Kinds />
        </Section>
        <Section title={texts('dialogs')}>
          <DialogSamples />
        </Section>
        <Section title={texts('messages')}>
          <MessageSamples />
        </Section>
        <Section title={texts('values')}>
          <Values />
        </Section>
        <Section title={texts('states')}>
          <States />
        </Section>
      </PageBody>
    </Dialogs>
  );
}

function Values(): ReactNode {
  const texts = useTestTexts();
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
        <KeyValue label={texts('sample')}>128</KeyValue>
        <ConfirmButton danger question={texts('question')} onConfirm={() => notify.success(texts('success'))}>
          {texts('danger')}
        </ConfirmButton>
      </div>
      <DescriptionList
        items={[
          { key: 'a', label: texts('sample'), value: texts('sampleText') },
          { key: 'b', label: texts('sample'), value: null },
          { key: 'c', label: texts('sample'), value: texts('sampleLong'), wide: true },
        ]}
      />
    </>
  );
}

function States(): ReactNode {
  const t = useT();
  const texts = useTestTexts();
  return (
    <div className="tg-states">
      <EmptyState description={texts('sampleLong')} action={<Button>{t('add')}</Button>} />
      <ErrorState message={texts('sampleError')} onRetry={() => notify.info(t('retry'))} />
      <div data-sample>
        <LoadingState />
      </div>
    </div>
  );
}

import type { ReactNode } from 'react';
import { invalidate, useCall } from '../../../api/query.ts';
import { Dialogs, useDialogs } from '../../../entity-ui/dialogs.tsx';
import { useTexts } from '../../../i18n/lang.ts';
import { notify } from '../../../lib/notify.ts';
import { DescriptionList, Section } from '../../../ui/Layout.tsx';
import { PendingState } from '../../../ui/States.tsx';
import { DateTime, StatusTag } from '../../../ui/Values.tsx';
import type { ProofAnswer } from './two-factor/ProofDialog.tsx';
import { twoFactorTexts } from './two-factor-texts.ts';
import { dialogPart } from '../../../ui/part.tsx';
import { Button } from '../../../ui/Button.tsx';

const EnrolDialog = dialogPart(() => import('./two-factor/EnrolDialog.tsx'));
const ProofDialog = dialogPart(() => import('./two-factor/ProofDialog.tsx'));
const CodesDialog = dialogPart(() => import('./two-factor/CodesDialog.tsx'));

interface Status {
  readonly enabled: number;
  readonly confirmedTime: string | null;
  readonly recoveryCodesLeft: number;
}

/** The authenticator app as a second factor: on, off, and its recovery codes. */
export function TwoFactorCard(): ReactNode {
  return (
    <Dialogs>
      <Card />
    </Dialogs>
  );
}

function Card(): ReactNode {
  const t = useTexts(twoFactorTexts);
  const { data, error, refetch } = useCall('/system/crm/sysTotp/status', {}, { inlineErrors: true });
  const body = (): ReactNode => {
    if (data === undefined) return <PendingState small error={error} onRetry={() => void refetch()} />;
    return data.enabled === 1 ? <On status={data} /> : <Off />;
  };
  return (
    <Section
      title={t('title')}
      extra={
        data === undefined ? undefined : (
          <StatusTag color={data.enabled === 1 ? 'success' : 'default'}>
            {t(data.enabled === 1 ? 'on' : 'off')}
          </StatusTag>
        )
      }
    >
      {body()}
    </Section>
  );
}

const changed = (): void => void invalidate('/system/crm/sysTotp', '/system/crm/sysSession');

function Off(): ReactNode {
  const t = useTexts(twoFactorTexts);
  const dialogs = useDialogs();
  const turnOn = async (): Promise<void> => {
    const codes = await dialogs.open<readonly string[]>((close) => <EnrolDialog onClose={close} />);
    if (codes === null) return;
    changed();
    await dialogs.open((close) => <CodesDialog codes={codes} onClose={() => close(null)} />);
  };
  return (
    <>
      <p className="eu-dialog-text">{t('offHint')}</p>
      <Button onClick={() => void turnOn()}>{t('turnOn')}</Button>
    </>
  );
}

function On({ status }: { readonly status: Status }): ReactNode {
  const t = useTexts(twoFactorTexts);
  const dialogs = useDialogs();
  const newCodes = async (): Promise<void> => {
    const answer = await dialogs.open<ProofAnswer>((close) => (
      <ProofDialog
        path="/system/crm/sysTotp/recoveryCodes"
        title={t('newCodes')}
        hint={t('newCodesHint')}
        onClose={close}
      />
    ));
    const codes = answer?.recoveryCodes;
    if (codes === undefined) return;
    changed();
    await dialogs.open((close) => <CodesDialog codes={codes} onClose={() => close(null)} />);
  };
  const turnOff = async (): Promise<void> => {
    if (
      (await dialogs.open<ProofAnswer>((close) => (
        <ProofDialog
          path="/system/crm/sysTotp/disable"
          title={t('turnOffTitle')}
          hint={t('turnOffHint')}
          danger
          onClose={close}
        />
      ))) === null
    )
      return;
    changed();
    notify.success(t('isOff'));
  };
  return (
    <>
      <DescriptionList
        items={[
          { key: 'since', label: t('since'), value: <DateTime value={status.confirmedTime} /> },
          { key: 'left', label: t('codesLeft'), value: status.recoveryCodesLeft },
        ]}
      />
      <p className="pf-two-factor-buttons">
        <Button onClick={() => void newCodes()}>{t('newCodes')}</Button>
        <Button danger onClick={() => void turnOff()}>
          {t('turnOff')}
        </Button>
      </p>
    </>
  );
}

import { Button, Modal, Tabs } from 'antd';
import type { ReactNode } from 'react';
import { formatInstant } from '@wheelhouse/contract/time';
import { useT } from '../i18n/common.ts';
import { useTexts } from '../i18n/lang.ts';
import { clearErrorLog, errorLog, type LoggedError } from '../lib/error-log.ts';
import { useStore } from '../lib/store.ts';
import { useCan } from '../session/session.ts';
import { DataTable } from '../ui/table/DataTable.tsx';
import { copyToClipboard } from '../ui/Values.tsx';
import { ReportedErrors } from './ReportedErrors.tsx';
import { texts } from './texts.ts';

const asText = (errors: readonly LoggedError[]): string =>
  errors
    .map(({ message, info, url, stack, time }) => [formatInstant(new Date(time)), url, info, message, stack].join('\n'))
    .join('\n\n');

/** Unhandled errors of this session, newest first. */
export default function ErrorLogDialog({
  open,
  onClose,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const t = useTexts(texts);
  const common = useT();
  const errors = useStore(errorLog);
  const can = useCan();
  const own = (
    <DataTable
      label={t('errorLog')}
      empty={t('noErrors')}
      height="60vh"
      rows={errors}
      rowKey={(error) => String(error.id)}
      columns={[
        { key: 'time', label: t('time'), num: true, render: (error) => formatInstant(new Date(error.time)) },
        { key: 'message', label: t('message'), width: 160, render: (error) => error.message },
        { key: 'info', label: t('info'), render: (error) => error.info },
        { key: 'url', label: t('url'), width: 120, render: (error) => error.url },
        {
          key: 'stack',
          label: t('stack'),
          width: 320,
          render: (error) => <pre className="sh-stack">{error.stack}</pre>,
        },
      ]}
    />
  );
  return (
    <Modal
      open={open}
      onCancel={onClose}
      title={t('errorLog')}
      width="min(1040px, calc(100vw - 32px))"
      footer={[
        <Button key="copy" disabled={errors.length === 0} onClick={() => void copyToClipboard(asText(errors))}>
          {common('copy')}
        </Button>,
        <Button key="clear" disabled={errors.length === 0} onClick={clearErrorLog}>
          {common('clear')}
        </Button>,
        <Button key="close" type="primary" onClick={onClose}>
          {common('close')}
        </Button>,
      ]}
    >
      {can('operatorManage.query') ? (
        <Tabs
          items={[
            { key: 'own', label: t('ownErrors'), children: own },
            { key: 'all', label: t('allErrors'), children: <ReportedErrors /> },
          ]}
        />
      ) : (
        own
      )}
    </Modal>
  );
}

import { Button, Modal, Tabs } from 'antd';
import type { ReactNode } from 'react';
import { formatInstant } from '@wheelhouse/contract/time';
import { useT } from '../i18n/common.ts';
import { useTexts } from '../i18n/lang.ts';
import { clearErrorLog, errorLog, type LoggedError } from '../lib/error-log.ts';
import { useStore } from '../lib/store.ts';
import { useCan } from '../session/session.ts';
import { ScrollRegion } from '../ui/ScrollRegion.tsx';
import { EmptyState } from '../ui/States.tsx';
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
  const word = useT();
  const errors = useStore(errorLog);
  const can = useCan();
  const columns = ['time', 'message', 'info', 'url', 'stack'] as const;
  const own =
    errors.length === 0 ? (
      <EmptyState title={t('noErrors')} />
    ) : (
      <ScrollRegion className="sh-errors" label={t('errorLog')}>
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {t(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {errors.map((error) => (
              <tr key={error.id}>
                <td className="wh-num">{formatInstant(new Date(error.time))}</td>
                <td>{error.message}</td>
                <td>{error.info}</td>
                <td>{error.url}</td>
                <td>
                  <pre>{error.stack}</pre>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    );
  return (
    <Modal
      open={open}
      onCancel={onClose}
      title={t('errorLog')}
      width="min(1040px, calc(100vw - 32px))"
      footer={[
        <Button key="copy" disabled={errors.length === 0} onClick={() => void copyToClipboard(asText(errors))}>
          {word('copy')}
        </Button>,
        <Button key="clear" disabled={errors.length === 0} onClick={clearErrorLog}>
          {word('clear')}
        </Button>,
        <Button key="close" type="primary" onClick={onClose}>
          {word('close')}
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

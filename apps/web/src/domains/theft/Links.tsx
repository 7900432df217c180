import { LinkOutlined } from '@ant-design/icons';
import { Alert, Button, Modal } from 'antd';
import type { ReactNode } from 'react';
import { invalidate, useAction, useCall } from '../../api/query.ts';
import { useDialogs } from '../../entity-ui/dialogs.tsx';
import { useT } from '../../i18n/common.ts';
import { askConfirm } from '../../lib/confirm.ts';
import { useCan } from '../../session/session.ts';
import { Section } from '../../ui/Layout.tsx';
import { CopyText, DateTime, StatusTag } from '../../ui/Values.tsx';
import { useTheftTexts } from './texts.ts';

const hours = 24;

/** Shows a link the only time it can be seen. */
function LinkDialog({
  url,
  until,
  onClose,
}: {
  readonly url: string;
  readonly until: string;
  readonly onClose: () => void;
}): ReactNode {
  const texts = useTheftTexts();
  return (
    <Modal
      open
      title={texts('linkTitle')}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      width={560}
      footer={[
        <Button key="close" type="primary" onClick={onClose}>
          {texts('understood')}
        </Button>,
      ]}
    >
      <Alert type="warning" showIcon title={texts('linkHint')} className="eu-gap" />
      <p className="th-link-box">
        <CopyText value={url} />
      </p>
      <p className="eu-dialog-text">
        {texts('linkUntil')} <DateTime value={until} />
      </p>
    </Modal>
  );
}

/** Links to a case's live position, for people without an account. */
export function Links({ caseId, open }: { readonly caseId: string; readonly open: boolean }): ReactNode {
  const t = useT();
  const texts = useTheftTexts();
  const can = useCan();
  const dialogs = useDialogs();
  const { data = [] } = useCall('/veh/crm/stolen/shares', { id: caseId });
  const may = can('stolenMonitorManage.share');
  const make = useAction('/veh/crm/stolen/share', {
    invalidates: ['/veh/crm/stolen/shares'],
    onSuccess: ({ path, expireTime }) =>
      void dialogs.open<null>((close) => (
        <LinkDialog url={location.origin + path} until={expireTime} onClose={() => close(null)} />
      )),
  });
  const end = useAction('/veh/crm/stolen/revokeShare', { done: t('done') });
  const revoke = async (shareId: string): Promise<void> => {
    if (!(await askConfirm({ title: texts('revokeQuestion'), danger: true }))) return;
    // Read again also when it was refused: somebody else may have ended it.
    end.mutate({ id: caseId, shareId }, { onSettled: () => void invalidate('/veh/crm/stolen/shares') });
  };
  return (
    <Section
      title={texts('links')}
      extra={
        may && open ? (
          <Button
            size="small"
            icon={<LinkOutlined />}
            loading={make.isPending}
            onClick={() => make.mutate({ id: caseId, hours })}
          >
            {texts('makeLink')}
          </Button>
        ) : undefined
      }
    >
      {data.length === 0 ? (
        <p className="wh-faint">{texts('noLinks')}</p>
      ) : (
        <ul className="th-links">
          {data.map((link) => (
            <li key={link.id}>
              <span className="th-link-text">
                <span>
                  <StatusTag color={link.active === 1 ? 'success' : 'default'}>
                    {texts(link.active === 1 ? 'linkActive' : 'linkOver')}
                  </StatusTag>{' '}
                  {link.createByName} · {texts('linkOpened', { n: link.viewCount })}
                </span>
                <span className="wh-faint">
                  {texts('linkUntil')} <DateTime value={link.expireTime} />
                </span>
              </span>
              {may && link.active === 1 ? (
                <Button size="small" danger onClick={() => void revoke(link.id)}>
                  {texts('revoke')}
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

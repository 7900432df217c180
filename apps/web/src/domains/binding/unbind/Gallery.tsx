import { listOf } from '@wheelhouse/contract/object';
import { IdcardOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { RowOf } from '@wheelhouse/entities/rows';
import { call } from '../../../api/client.ts';
import { attempt } from '../../../api/attempt.ts';
import { fileUrls } from '../../../entity-ui/cells/files.tsx';
import { useDialogs } from '../../../entity-ui/dialogs.tsx';

import { useCan } from '../../../session/session.ts';
import { Section } from '../../../ui/Layout.tsx';
import { useUnbindTexts } from './texts.ts';
import { dialogPart } from '../../../ui/part.tsx';

const ImagePreview = dialogPart(() => import('../../../entity-ui/files/ImagePreview.tsx'));

/** Pictures that prove the claim. An ID card is not loaded before somebody asks to see it, which the server logs. */
export function Gallery({ row }: { readonly row: RowOf<'unbindApplication'> }): ReactNode {
  const texts = useUnbindTexts();
  const can = useCan();
  const dialogs = useDialogs();
  const urls = fileUrls(row, 'proofImages');
  const ids = listOf(row.idImages);
  const mayLook = can('unbindManage.audit') || can('unbindManage.auditNow');
  const show = (pictures: readonly string[], start: number): void =>
    void dialogs.open((close) => <ImagePreview urls={pictures} start={start} onClose={() => close(null)} />);
  const showId = async (fileId: string): Promise<void> => {
    const shown = await attempt(call('/veh/crm/unbindApplication/proof', { id: row.id, fileId }));
    if (shown !== undefined) show([shown.url], 0);
  };
  return (
    <Section title={texts('proof')}>
      {urls.length + ids.length === 0 ? <p className="wh-faint">{texts('noProof')}</p> : null}
      <div className="ub-gallery">
        {urls.map((url, at) => (
          <button key={url} type="button" className="ub-tile" onClick={() => show(urls, at)}>
            <span className="ub-picture">
              <img src={url} alt="" loading="lazy" />
            </span>
            {texts('proofOf', { n: at + 1 })}
          </button>
        ))}
        {ids.map((fileId, at) => (
          <button
            key={fileId}
            type="button"
            className="ub-tile"
            disabled={!mayLook}
            title={texts(mayLook ? 'idHint' : 'mayNotLook')}
            onClick={() => void showId(fileId)}
          >
            <span className="ub-picture">
              <IdcardOutlined aria-hidden="true" />
            </span>
            {texts('idCard', { n: at + 1 })}
            <span className="wh-faint">{texts(mayLook ? 'idHint' : 'mayNotLook')}</span>
          </button>
        ))}
      </div>
    </Section>
  );
}

import { DownloadOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { QrImages } from '@wheelhouse/contract/calls/marketing';
import { saveBlob } from '../../api/files.ts';
import { useTexts, type Texts } from '../../i18n/lang.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyText } from '../../ui/Values.tsx';
import './qr.css';

const texts = {
  code: { zh: '二维码：{address}', en: 'QR code: {address}' },
  png: { zh: '下载PNG', en: 'Download PNG' },
  svg: { zh: '下载SVG', en: 'Download SVG' },
} as const satisfies Texts;

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** A QR code that the server has drawn, with what it says, and its pictures to keep: PNG for screens, SVG for print. */
export function QrCode({
  images: { address, svg, png },
  name,
  busy = false,
  children,
}: {
  readonly images: QrImages;
  /** Of the files, without an ending. */
  readonly name: string;
  /** The pictures are of an earlier choice: those to keep are on their way. */
  readonly busy?: boolean;
  /** Choices about the pictures to keep. */
  readonly children?: ReactNode;
}): ReactNode {
  const t = useTexts(texts);
  return (
    <figure className="eu-qr">
      <img src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`} alt={t('code', { address })} />
      <figcaption>
        <CopyText value={address} />
      </figcaption>
      {children}
      <div className="eu-qr-buttons">
        <Button
          icon={<DownloadOutlined />}
          disabled={busy}
          onClick={() => saveBlob(new Blob([bytesOf(png)], { type: 'image/png' }), `${name}.png`)}
        >
          {t('png')}
        </Button>
        <Button
          icon={<DownloadOutlined />}
          onClick={() => saveBlob(new Blob([svg], { type: 'image/svg+xml' }), `${name}.svg`)}
        >
          {t('svg')}
        </Button>
      </div>
    </figure>
  );
}

import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Modal } from 'antd';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useWords } from '../texts.ts';

export interface ImagePreviewProps {
  readonly urls: readonly string[];
  readonly start: number;
  readonly onClose: () => void;
}

/** Pictures at full size, one at a time; arrow keys turn them. */
export default function ImagePreview({ urls, start, onClose }: ImagePreviewProps): ReactNode {
  const words = useWords();
  const [at, setAt] = useState(start);
  const turn = (by: number): void => setAt((at + by + urls.length) % urls.length);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') turn(-1);
    if (event.key === 'ArrowRight') turn(1);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
  return (
    <Modal
      open
      title={urls.length > 1 ? `${words('preview')} ${at + 1} / ${urls.length}` : words('preview')}
      footer={null}
      onCancel={onClose}
      width="min(960px, 94vw)"
      centered
    >
      <div className="eu-preview">
        {urls.length > 1 ? (
          <Button icon={<LeftOutlined />} aria-label={words('previousImage')} onClick={() => turn(-1)} />
        ) : null}
        <img src={urls[at]} alt={`${words('preview')} ${at + 1}`} />
        {urls.length > 1 ? (
          <Button icon={<RightOutlined />} aria-label={words('nextImage')} onClick={() => turn(1)} />
        ) : null}
      </div>
    </Modal>
  );
}

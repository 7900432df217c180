import {
  LeftOutlined,
  RightOutlined,
  RotateLeftOutlined,
  RotateRightOutlined,
  ZoomInOutlined,
  ZoomOutOutlined,
} from '@ant-design/icons';
import { Button, Modal } from 'antd';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { useEntityTexts } from '../texts.ts';

export interface ImagePreviewProps {
  readonly urls: readonly string[];
  readonly start: number;
  readonly onClose: () => void;
}

const quarter = 90;
const scales = { least: 1, most: 5, step: 0.5 } as const;
const upright = { scale: 1, angle: 0 } as const;

/** Pictures at full size, one at a time, to be enlarged and turned; arrow keys go through them. */
export default function ImagePreview({ urls, start, onClose }: ImagePreviewProps): ReactNode {
  const texts = useEntityTexts();
  const [at, setAt] = useState(start);
  const [view, setView] = useState<{ readonly scale: number; readonly angle: number }>(upright);
  const turn = (by: number): void => {
    setAt((at + by + urls.length) % urls.length);
    setView(upright);
  };
  const zoom = (by: number): void =>
    setView((old) => ({ ...old, scale: Math.min(scales.most, Math.max(scales.least, old.scale + by)) }));
  const rotate = (by: number): void => setView((old) => ({ ...old, angle: old.angle + by }));
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
      title={urls.length > 1 ? `${texts('preview')} ${at + 1} / ${urls.length}` : texts('preview')}
      footer={null}
      onCancel={onClose}
      width="min(960px, 94vw)"
      centered
    >
      <div className="eu-preview">
        {urls.length > 1 ? (
          <Button icon={<LeftOutlined />} aria-label={texts('previousImage')} onClick={() => turn(-1)} />
        ) : null}
        <ScrollRegion className="eu-preview-frame" label={texts('preview')}>
          <img
            src={urls[at]}
            alt={`${texts('preview')} ${at + 1}`}
            style={{ width: `${view.scale * 100}%`, transform: `rotate(${view.angle}deg)` }}
          />
        </ScrollRegion>
        {urls.length > 1 ? (
          <Button icon={<RightOutlined />} aria-label={texts('nextImage')} onClick={() => turn(1)} />
        ) : null}
      </div>
      <div className="eu-preview-tools">
        <Button
          icon={<ZoomOutOutlined />}
          aria-label={texts('zoomOut')}
          disabled={view.scale <= scales.least}
          onClick={() => zoom(-scales.step)}
        />
        <Button
          icon={<ZoomInOutlined />}
          aria-label={texts('zoomIn')}
          disabled={view.scale >= scales.most}
          onClick={() => zoom(scales.step)}
        />
        <Button icon={<RotateLeftOutlined />} aria-label={texts('rotateLeft')} onClick={() => rotate(-quarter)} />
        <Button icon={<RotateRightOutlined />} aria-label={texts('rotateRight')} onClick={() => rotate(quarter)} />
      </div>
    </Modal>
  );
}

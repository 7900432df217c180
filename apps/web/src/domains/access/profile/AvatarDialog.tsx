import { Modal } from 'antd';
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { useT } from '../../../i18n/common.ts';
import { useTexts } from '../../../i18n/lang.ts';
import { notify } from '../../../lib/notify.ts';
import { texts } from './texts.ts';

/** Pixels of the saved picture, and of the frame it is cropped in. */
const savedSize = 200;
const frameSize = 260;

interface View {
  /** 1 fills the frame. */
  readonly zoom: number;
  /** Shift of the picture's centre, in frame pixels. */
  readonly x: number;
  readonly y: number;
}

/** Draws the picture into a square of `size` pixels as the frame shows it. */
function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, view: View, size: number): void {
  canvas.width = size;
  canvas.height = size;
  const scale = (frameSize / Math.min(picture.width, picture.height)) * view.zoom;
  const unit = size / frameSize;
  const [width, height] = [picture.width * scale, picture.height * scale];
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.imageSmoothingQuality = 'high';
  context.drawImage(
    picture,
    ((frameSize - width) / 2 + view.x) * unit,
    ((frameSize - height) / 2 + view.y) * unit,
    width * unit,
    height * unit,
  );
}

/** Keeps the frame covered. */
function limited(view: View, picture: ImageBitmap): View {
  const scale = (frameSize / Math.min(picture.width, picture.height)) * view.zoom;
  const limit = (value: number, side: number): number => {
    const room = Math.max(0, (side * scale - frameSize) / 2);
    return Math.min(room, Math.max(-room, value));
  };
  return { zoom: view.zoom, x: limit(view.x, picture.width), y: limit(view.y, picture.height) };
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-8, 0],
  ArrowRight: [8, 0],
  ArrowUp: [0, -8],
  ArrowDown: [0, 8],
};

export interface AvatarDialogProps {
  readonly file: File;
  readonly onCancel: () => void;
  readonly onSave: (cropped: File) => Promise<void>;
}

/** Crops a picture to a square: dragged or moved by arrow keys, zoomed by a slider. */
export function AvatarDialog({ file, onCancel, onSave }: AvatarDialogProps): ReactNode {
  const t = useTexts(texts);
  const common = useT();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [view, setView] = useState<View>({ zoom: 1, x: 0, y: 0 });
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    let wanted = true;
    createImageBitmap(file).then(
      (bitmap) => wanted && setPicture(bitmap),
      () => {
        notify.error(t('badImage'));
        onCancel();
      },
    );
    return () => {
      wanted = false;
    };
  }, [file, t, onCancel]);
  useEffect(() => {
    if (picture !== null && canvas.current !== null) draw(canvas.current, picture, view, frameSize * devicePixelRatio);
  }, [picture, view]);

  const change = (next: Partial<View>): void => {
    if (picture !== null) setView(limited({ ...view, ...next }, picture));
  };
  const onPointerMove = (event: PointerEvent): void => {
    if (event.buttons === 1) change({ x: view.x + event.movementX, y: view.y + event.movementY });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    change({ x: view.x + step[0], y: view.y + step[1] });
  };
  const save = async (): Promise<void> => {
    if (picture === null) return;
    setBusy(true);
    const target = document.createElement('canvas');
    draw(target, picture, view, savedSize);
    const blob = await new Promise<Blob | null>((resolve) => target.toBlob(resolve, 'image/png'));
    if (blob !== null) await onSave(new File([blob], 'avatar.png', { type: 'image/png' }));
    setBusy(false);
  };
  return (
    <Modal
      open
      title={t('cropAvatar')}
      okText={common('save')}
      cancelText={common('cancel')}
      onCancel={onCancel}
      onOk={() => void save()}
      confirmLoading={busy}
      width={340}
    >
      <button
        type="button"
        className="pf-crop"
        aria-label={t('cropHint')}
        title={t('cropHint')}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
        onKeyDown={onKeyDown}
      >
        <canvas ref={canvas} />
      </button>
      <label className="pf-zoom">
        {t('zoom')}
        <input
          type="range"
          min="1"
          max="3"
          step="0.05"
          value={view.zoom}
          onChange={(event) => change({ zoom: Number(event.target.value) })}
        />
      </label>
    </Modal>
  );
}

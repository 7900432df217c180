import { ArrowLeftOutlined } from '@ant-design/icons';
import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { useT } from '../i18n/common.ts';
import { remPx } from '../lib/rem.ts';
import { readSetting, writeSetting } from '../lib/storage.ts';
import { Button } from './Button.tsx';
import './master-detail.css';

export interface MasterDetailProps {
  /** Name its width is kept under, in this browser. */
  readonly name: string;
  readonly master: ReactNode;
  readonly detail: ReactNode;
  /** Something is chosen: where there is room for one pane only, the detail is shown. */
  readonly chosen: boolean;
  /** Back to the master, where only one is shown. */
  readonly onBack: () => void;
  /** Width of the master at first, in pixels of a 16 px root. */
  readonly width?: number;
}

const [least, most, step] = [200, 640, 16];
const within = (width: number): number => Math.round(Math.min(most, Math.max(least, width)));

/** A width of this browser's user; null gives the first one back. */
function useWidth(name: string, first: number): readonly [number, (width: number | null) => void] {
  const key = `split.${name}`;
  const [width, setWidth] = useState(() => within(Number(readSetting(key)) || first));
  return [
    width,
    (next) => {
      setWidth(next === null ? first : within(next));
      writeSetting(key, next === null ? null : String(within(next)));
    },
  ];
}

/**
 * Master at the left, detail at the right; in a narrow window one at a time.
 * @for master and detail side by side: the splitter remembers its width, on a phone the detail is a second step; keep the chosen record in the
 * address: `Dictionary`
 */
export function MasterDetail({
  name,
  master,
  detail,
  chosen,
  onBack,
  width: first = 300,
}: MasterDetailProps): ReactNode {
  const t = useT();
  const [width, setWidth] = useWidth(name, first);
  const box = useRef<HTMLDivElement>(null);
  useStep(box, chosen);
  return (
    <div
      ref={box}
      className="wh-split"
      data-chosen={chosen}
      style={{ gridTemplateColumns: `min(${width / 16}rem, 60%) 1rem minmax(0, 1fr)` }}
    >
      <div className="wh-split-master">{master}</div>
      <Splitter width={width} onWidth={setWidth} />
      <div className="wh-split-detail">
        <Button className="wh-split-back" icon={<ArrowLeftOutlined />} onClick={onBack}>
          {t('back')}
        </Button>
        {detail}
      </div>
    </div>
  );
}

/** Moves the focus when one pane replaces the other. */
function useStep(box: RefObject<HTMLDivElement | null>, chosen: boolean): void {
  const before = useRef(chosen);
  useEffect(() => {
    if (before.current === chosen) return;
    before.current = chosen;
    const back = box.current?.querySelector<HTMLElement>('.wh-split-back');
    const isStep = box.current !== null && getComputedStyle(box.current).display === 'block';
    if (!isStep) return;
    if (chosen) back?.focus();
    else box.current?.querySelector<HTMLElement>('.wh-split-master [tabindex="0"]')?.focus();
  }, [box, chosen]);
}

interface SplitterProps {
  readonly width: number;
  readonly onWidth: (width: number | null) => void;
}

/** Dragged, or moved by ← →; a double click gives the first width back. */
function Splitter({ width, onWidth }: SplitterProps): ReactNode {
  const t = useT();
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number | null>> = {
      ArrowLeft: width - step,
      ArrowRight: width + step,
      Home: least,
      End: most,
      Enter: null,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onWidth(next);
  };
  const onPointerDown = (down: PointerEvent<HTMLDivElement>): void => {
    if (down.button !== 0) return;
    const bar = down.currentTarget;
    const follow = (event: globalThis.PointerEvent): void =>
      onWidth(width + ((event.clientX - down.clientX) * 16) / remPx());
    const finish = (): void => {
      bar.removeEventListener('pointermove', follow);
      bar.removeEventListener('lostpointercapture', finish);
    };
    bar.setPointerCapture(down.pointerId);
    bar.addEventListener('pointermove', follow);
    bar.addEventListener('lostpointercapture', finish);
  };
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-label={t('resize')}
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={least}
      aria-valuemax={most}
      className="wh-splitter"
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onDoubleClick={() => onWidth(null)}
    />
  );
}

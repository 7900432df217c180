import type { DebugFrame } from '@wheelhouse/contract/calls/control';
import { ClearOutlined, CopyOutlined, SaveOutlined } from '@ant-design/icons';
import { Button, Checkbox } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLang } from '../../../i18n/lang.ts';
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx';
import { EmptyState } from '../../../ui/States.tsx';
import { copyToClipboard } from '../../../ui/Values.tsx';
import { clockText } from '../clock.ts';
import { frameLine, frameText, type FrameReader } from './frame-text.ts';
import { useDebugTexts } from './texts.ts';
import { ClearableInput } from '../../../ui/inputs/Input.tsx';
import { Segments } from '../../../ui/Segments.tsx';

type Kind = 'all' | 'frames' | 'logs';
const kinds: readonly Kind[] = ['all', 'frames', 'logs'];

function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** What went back and forth, newest last. */
export function FrameConsole({
  library,
  frames,
  fileName,
  onClear,
}: {
  readonly library: FrameReader['library'];
  readonly frames: readonly DebugFrame[];
  readonly fileName: string;
  readonly onClear: () => void;
}): ReactNode {
  const texts = useDebugTexts();
  const reader: FrameReader = { texts, lang: useLang(), library };
  const [decoded, setDecoded] = useState(true);
  const [kind, setKind] = useState<Kind>('all');
  const [typed, setTyped] = useState('');
  const [follow, setFollow] = useState(true);
  const end = useRef<HTMLDivElement>(null);
  const text = typed.trim().toLowerCase();
  const shown = frames
    .filter((frame) => kind === 'all' || (kind === 'logs') === (frame.dir === 'log'))
    .map((frame) => ({ frame, line: frameText(frame, reader, decoded) }))
    .filter(
      ({ frame, line }) =>
        text === '' || `${frame.cmdCode ?? ''} ${line} ${frame.hex ?? ''}`.toLowerCase().includes(text),
    );
  const last = shown.at(-1)?.frame.seq;
  useEffect(() => {
    // The screen only: the page stays where it is.
    const screen = end.current?.parentElement;
    if (follow && screen) screen.scrollTop = screen.scrollHeight;
  }, [follow, last]);
  const whole = (): string => shown.map(({ frame }) => frameLine(frame, reader)).join('\n');
  const choices = [true, false] as const;
  return (
    <div className="rd-console">
      <div className="rd-tools">
        <Segments
          label={texts('viewAs')}
          options={choices.map((key) => ({ key, label: texts(key ? 'decoded' : 'hex') }))}
          value={decoded}
          onChange={setDecoded}
        />
        <Segments
          label={texts('filter')}
          options={kinds.map((key) => ({ key, label: texts(key) }))}
          value={kind}
          onChange={setKind}
        />
        <ClearableInput
          size="small"
          className="rd-filter"
          value={typed}
          placeholder={texts('filter')}
          aria-label={texts('filter')}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Checkbox checked={follow} onChange={(event) => setFollow(event.target.checked)}>
          {texts('follow')}
        </Checkbox>
        <span className="rd-tools-end">
          <Button
            size="small"
            icon={<CopyOutlined />}
            disabled={shown.length === 0}
            onClick={() => void copyToClipboard(whole())}
          >
            {texts('copyAll')}
          </Button>
          <Button
            size="small"
            icon={<SaveOutlined />}
            disabled={shown.length === 0}
            onClick={() => saveText(fileName, `${whole()}\n`)}
          >
            {texts('saveLog')}
          </Button>
          <Button size="small" icon={<ClearOutlined />} disabled={frames.length === 0} onClick={onClear}>
            {texts('clear')}
          </Button>
        </span>
      </div>
      <ScrollRegion label={texts('console')} className="rd-screen">
        {shown.length === 0 ? (
          <EmptyState small title={texts('empty')} />
        ) : (
          <ol role="log">
            {shown.map(({ frame, line }) => (
              <li key={frame.seq} data-dir={frame.dir}>
                <span className="rd-time">{clockText(frame.time)}</span>
                <span className="rd-dir">{texts(frame.dir)}</span>
                <span className="rd-line">
                  {frame.cmdCode === null ? null : <b>{frame.cmdCode} </b>}
                  {line}
                </span>
              </li>
            ))}
          </ol>
        )}
        <div ref={end} />
      </ScrollRegion>
    </div>
  );
}

import { CaretRightOutlined, PauseOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useSoundTexts } from './texts.ts';
import './sound.css';

const bars = 48;
const height = 28;

interface Wave {
  readonly seconds: number;
  /** Loudest sample of each slice, 0–1. */
  readonly peaks: readonly number[];
}

/** The shape of a sound: loudest sample of each of some slices. */
async function readWave(url: string, signal: AbortSignal): Promise<Wave> {
  const response = await fetch(url, { signal });
  const bytes = await response.arrayBuffer();
  const context = new OfflineAudioContext(1, 1, 16_000);
  const { duration, length, ...audio } = await context.decodeAudioData(bytes).then((decoded) => ({
    duration: decoded.duration,
    length: decoded.length,
    samples: decoded.getChannelData(0),
  }));
  const step = Math.max(1, Math.floor(length / bars));
  const peaks = Array.from({ length: bars }, (_, at) => {
    let most = 0;
    for (let i = at * step; i < Math.min(length, (at + 1) * step); i++)
      most = Math.max(most, Math.abs(audio.samples[i] ?? 0));
    return most;
  });
  const loudest = Math.max(...peaks, 0.01);
  return { seconds: duration, peaks: peaks.map((peak) => peak / loudest) };
}

/** A sound as its waveform, with a button that plays it; a click on the wave goes there. */
export function Player({ url, name }: { readonly url: string; readonly name: string }): ReactNode {
  const texts = useSoundTexts();
  const audio = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  const [share, setShare] = useState(0);
  const { data, error } = useQuery({
    queryKey: ['wave', url],
    queryFn: ({ signal }) => readWave(url, signal),
    staleTime: Infinity,
    retry: false,
    meta: { inline: true },
  });
  useEffect(() => {
    if (!playing) return undefined;
    let frame = requestAnimationFrame(function follow() {
      const element = audio.current;
      if (element !== null && element.duration > 0) setShare(element.currentTime / element.duration);
      frame = requestAnimationFrame(follow);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing]);
  const toggle = (): void => {
    const element = audio.current;
    if (element === null) return;
    if (playing) element.pause();
    else void element.play().catch(() => setPlaying(false));
  };
  const seek = (to: number): void => {
    if (audio.current !== null && audio.current.duration > 0) audio.current.currentTime = to * audio.current.duration;
    setShare(to);
  };
  return (
    <span className="ov-player">
      <button
        type="button"
        className="wh-icon-button"
        aria-label={playing ? texts('stop') : texts('play', { name })}
        title={playing ? texts('stop') : texts('play', { name })}
        onClick={toggle}
      >
        {playing ? <PauseOutlined /> : <CaretRightOutlined />}
      </button>
      {error !== null ? (
        <span className="wh-faint">{texts('unreadable')}</span>
      ) : (
        <svg
          className="ov-wave"
          viewBox={`0 0 ${bars * 3} ${height}`}
          width={bars * 1.5}
          preserveAspectRatio="none"
          height={height}
          aria-hidden="true"
          onClick={(event) => {
            const box = event.currentTarget.getBoundingClientRect();
            seek(Math.max(0, Math.min(1, (event.clientX - box.left) / box.width)));
          }}
        >
          {Array.from({ length: bars }, (_, at) => {
            const tall = Math.max(2, (data?.peaks[at] ?? 0) * height);
            return (
              <rect
                key={at}
                x={at * 3}
                y={(height - tall) / 2}
                width={2}
                height={tall}
                rx={1}
                data-played={at / bars < share}
              />
            );
          })}
        </svg>
      )}
      {/* Short effects of vehicles: there is no speech that captions could give. */}
      <audio
        ref={audio}
        src={url}
        preload="none"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => {
          setPlaying(false);
          setShare(0);
        }}
      />
    </span>
  );
}

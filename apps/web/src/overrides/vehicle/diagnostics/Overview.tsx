import type { ClockState, Diagnostics } from '@wheelhouse/contract/diagnostics';
import type { ReactNode } from 'react';
import { DescriptionList, Section } from '../../../ui/Layout.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { CopyText, DateTime, StatusTag } from '../../../ui/Values.tsx';
import { useDiagnosticWords } from './texts.ts';

/** Seconds that a message may take on its way before its clock looks wrong. */
const usual = 20;

function Clock({ clock }: { readonly clock: ClockState }): ReactNode {
  const words = useDiagnosticWords();
  const { least, median, most, samples } = clock;
  const state = least < -1 ? 'clockFast' : least > usual ? 'clockSlow' : 'clockRight';
  return (
    <>
      <StatusTag color={state === 'clockRight' ? 'success' : 'warning'}>
        {words(state, { n: formatNumber(Math.abs(least), 1) })}
      </StatusTag>
      <small className="dg-note wh-num">
        {words('clockHelp', {
          samples,
          least: formatNumber(least, 1),
          median: formatNumber(median, 1),
          most: formatNumber(most, 1),
        })}
      </small>
    </>
  );
}

type SourceWord = 'gnss' | 'rtc' | 'net' | 'none';

/** How device and platform get along, in a few lines. */
export function Overview({ summary }: { readonly summary: Diagnostics }): ReactNode {
  const words = useDiagnosticWords();
  const { clock, numbering } = summary;
  return (
    <Section
      title={words('overview')}
      extra={
        <StatusTag color={summary.online ? 'success' : 'default'}>
          {words(summary.online ? 'online' : 'offline')}
        </StatusTag>
      }
    >
      <DescriptionList
        items={[
          {
            key: 'deviceId',
            label: words('deviceId'),
            value: summary.deviceId === null ? words('noImei') : <CopyText value={summary.deviceId} />,
          },
          {
            key: 'secret',
            label: words('secret'),
            value: (
              <StatusTag color={summary.hasSecret ? 'success' : 'danger'}>
                {words(summary.hasSecret ? 'secretSet' : 'secretMissing')}
              </StatusTag>
            ),
          },
          { key: 'last', label: words('lastReceived'), value: <DateTime value={summary.lastReceived} /> },
          { key: 'source', label: words('source'), value: clock?.source && words(clock.source as SourceWord) },
          { key: 'clock', label: words('clock'), value: clock && <Clock clock={clock} />, wide: true },
          {
            key: 'boot',
            label: words('boot'),
            value: numbering && words('bootOf', { boot: numbering.boot, boots: numbering.boots }),
          },
          { key: 'lastSeq', label: words('lastSeq'), value: numbering && formatNumber(Number(numbering.lastSeq)) },
          { key: 'stored', label: words('stored'), value: numbering && formatNumber(numbering.stored) },
          {
            key: 'missing',
            label: words('missing'),
            value:
              numbering &&
              (numbering.missing > 0 ? (
                <StatusTag color="warning">{formatNumber(numbering.missing)}</StatusTag>
              ) : (
                formatNumber(0)
              )),
          },
          { key: 'duplicates', label: words('duplicates'), value: formatNumber(summary.duplicates) },
          {
            key: 'waiting',
            label: words('waiting'),
            value:
              summary.downlinks.length === 0
                ? formatNumber(0)
                : summary.downlinks.map(({ kind, createTime }) => `${kind} ${createTime}`).join(', '),
          },
        ]}
      />
    </Section>
  );
}

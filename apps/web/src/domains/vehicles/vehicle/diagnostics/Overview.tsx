import type { ClockState, Diagnostics } from '@wheelhouse/contract/diagnostics';
import type { ReactNode } from 'react';
import { useListed } from '../../../../i18n/lang.ts';
import { DescriptionList, Section } from '../../../../ui/Layout.tsx';
import { formatNumber } from '../../../../ui/format.ts';
import { CopyText, DateTime, StatusTag } from '../../../../ui/Values.tsx';
import { useDiagnosticTexts } from './texts.ts';

/** Seconds that a message may take on its way before its clock looks wrong. */
const usual = 20;

function Clock({ clock }: { readonly clock: ClockState }): ReactNode {
  const texts = useDiagnosticTexts();
  const { least, median, most, samples } = clock;
  const state = least < -1 ? 'clockFast' : least > usual ? 'clockSlow' : 'clockRight';
  return (
    <>
      <StatusTag color={state === 'clockRight' ? 'success' : 'warning'}>
        {texts(state, { n: formatNumber(Math.abs(least), 1) })}
      </StatusTag>
      <small className="dg-note wh-num">
        {texts('clockHelp', {
          samples,
          least: formatNumber(least, 1),
          median: formatNumber(median, 1),
          most: formatNumber(most, 1),
        })}
      </small>
    </>
  );
}

type ClockSource = 'gnss' | 'rtc' | 'net' | 'none';

/** How device and platform get along, in a few lines. */
export function Overview({ summary }: { readonly summary: Diagnostics }): ReactNode {
  const texts = useDiagnosticTexts();
  const list = useListed();
  const { clock, numbering } = summary;
  return (
    <Section
      title={texts('overview')}
      extra={
        <StatusTag color={summary.online ? 'success' : 'default'}>
          {texts(summary.online ? 'online' : 'offline')}
        </StatusTag>
      }
    >
      <DescriptionList
        items={[
          {
            key: 'deviceId',
            label: texts('deviceId'),
            value: summary.deviceId === null ? texts('noImei') : <CopyText value={summary.deviceId} />,
          },
          {
            key: 'secret',
            label: texts('secret'),
            value: (
              <StatusTag color={summary.hasSecret ? 'success' : 'danger'}>
                {texts(summary.hasSecret ? 'secretSet' : 'secretMissing')}
              </StatusTag>
            ),
          },
          { key: 'last', label: texts('lastReceived'), value: <DateTime value={summary.lastReceived} /> },
          { key: 'source', label: texts('source'), value: clock?.source && texts(clock.source as ClockSource) },
          { key: 'clock', label: texts('clock'), value: clock && <Clock clock={clock} />, wide: true },
          {
            key: 'boot',
            label: texts('boot'),
            value: numbering && texts('bootOf', { boot: numbering.boot, boots: numbering.boots }),
          },
          { key: 'lastSeq', label: texts('lastSeq'), value: numbering && formatNumber(Number(numbering.lastSeq)) },
          { key: 'stored', label: texts('stored'), value: numbering && formatNumber(numbering.stored) },
          {
            key: 'missing',
            label: texts('missing'),
            value:
              numbering &&
              (numbering.missing > 0 ? (
                <StatusTag color="warning">{formatNumber(numbering.missing)}</StatusTag>
              ) : (
                formatNumber(0)
              )),
          },
          { key: 'duplicates', label: texts('duplicates'), value: formatNumber(summary.duplicates) },
          {
            key: 'waiting',
            label: texts('waiting'),
            value:
              summary.downlinks.length === 0
                ? formatNumber(0)
                : list(summary.downlinks.map(({ kind, createTime }) => `${kind} ${createTime}`)),
          },
        ]}
      />
    </Section>
  );
}

import type { ConfigState, Connection, RefusalCount } from '@wheelhouse/contract/diagnostics';
import { refusalReasons } from '@wheelhouse/contract/device/refusals';
import type { ReactNode } from 'react';
import { usePick } from '../../../i18n/lang.ts';
import { Section } from '../../../ui/Layout.tsx';
import { formatNumber, none } from '../../../ui/format.ts';
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx';
import { EmptyState } from '../../../ui/States.tsx';
import { StatusTag } from '../../../ui/Values.tsx';
import { useDiagnosticWords } from './texts.ts';

interface BoxProps {
  readonly title: string;
  readonly extra?: ReactNode;
  readonly heads: readonly string[];
  readonly empty: string;
  readonly children: readonly ReactNode[];
}

/** A titled table, or what its absence means. */
function Box({ title, extra, heads, empty, children }: BoxProps): ReactNode {
  return (
    <Section title={title} extra={extra} flush>
      {children.length === 0 ? (
        <EmptyState small title={empty} />
      ) : (
        <ScrollRegion label={title} className="dg-scroll">
          <table className="eu-simple">
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>{children}</tbody>
          </table>
        </ScrollRegion>
      )}
    </Section>
  );
}

const two = (n: number): string => String(n).padStart(2, '0');
/** `27:05:09` of seconds. */
const clockOf = (seconds: number): string =>
  `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;

const endings = ['will', 'closed', 'keepalive', 'replaced', 'credential', 'shutdown', 'lost'] as const;

export function Connections({ list }: { readonly list: readonly Connection[] }): ReactNode {
  const words = useDiagnosticWords();
  const reasonOf = (reason: string | null): string => {
    const known = endings.find((ending) => ending === reason);
    return known === undefined ? (reason ?? none) : words(known);
  };
  return (
    <Box
      title={words('connections')}
      empty={words('noConnections')}
      heads={[words('from'), words('to'), words('duration'), words('reason'), words('ip')]}
    >
      {list.map((one) => (
        <tr key={one.session} className="wh-num">
          <td>{one.connectTime}</td>
          <td>{one.disconnectTime ?? <StatusTag color="success">{words('connectedNow')}</StatusTag>}</td>
          <td>{clockOf(one.seconds)}</td>
          <td>{one.disconnectTime === null ? none : reasonOf(one.reason)}</td>
          <td>{one.ip?.replace(/^::ffff:/, '') ?? none}</td>
        </tr>
      ))}
    </Box>
  );
}

export function RefusedCounts({ list }: { readonly list: readonly RefusalCount[] }): ReactNode {
  const words = useDiagnosticWords();
  const pick = usePick();
  return (
    <Box
      title={words('refusals')}
      empty={words('noRefusals')}
      heads={[words('reason'), words('count'), words('today'), words('lastTime'), words('sample')]}
    >
      {list.map((one) => (
        <tr key={one.reason}>
          <td>{pick(refusalReasons[one.reason])}</td>
          <td className="wh-num">{formatNumber(one.count)}</td>
          <td className="wh-num">{formatNumber(one.today)}</td>
          <td className="wh-num">{one.lastTime}</td>
          <td>{one.sample ? <code className="dg-code">{one.sample}</code> : none}</td>
        </tr>
      ))}
    </Box>
  );
}

const show = (value: unknown): string =>
  value === undefined ? none : typeof value === 'string' ? value : JSON.stringify(value);

/** What the device shall be set to beside what it says it is. */
export function Settings({ config }: { readonly config: ConfigState | null }): ReactNode {
  const words = useDiagnosticWords();
  const { desired = {}, reported = null } = config ?? {};
  const names = [...new Set([...Object.keys(desired), ...Object.keys(reported ?? {})])].sort();
  return (
    <Box
      title={words('config')}
      empty={words('noConfig')}
      extra={config && words('configHead', { ver: config.ver, reported: config.reportedVer ?? none })}
      heads={[words('setting'), words('desired'), words('reported')]}
    >
      {names.map((name) => {
        const [want, is] = [show(desired[name]), show(reported?.[name])];
        return (
          <tr key={name}>
            <th scope="row">
              <code className="dg-code">{name}</code>
            </th>
            <td className="wh-num">{want}</td>
            <td className="wh-num">
              {is} {want !== none && want !== is ? <StatusTag color="warning">{words('differs')}</StatusTag> : null}
            </td>
          </tr>
        );
      })}
    </Box>
  );
}

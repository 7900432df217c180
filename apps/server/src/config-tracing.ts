import { z } from 'zod';
import { ConfigError, urlOf } from './config-parts.ts';

// Settings of traces, by the names that OpenTelemetry gives them.

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** As documented in docs/operations.md. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: urlOf('http', 'https').optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_SERVICE_NAME: z.string().max(100, 'must have 100 characters or fewer').default('wheelhouse'),
  OTEL_TRACES_SAMPLER: z.enum(samplers).default('parentbased_traceidratio'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(0.05),
};
type Given = z.output<z.ZodObject<typeof tracingVariables>>;

/** Where traces go, and which. */
export interface TracingConfig {
  /** Of the collector, for OTLP in JSON over HTTP. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** Share of the traces that begin here, 0 to 1. */
  readonly ratio: number;
  /** A trace that a caller began is kept if the caller keeps it. */
  readonly parentBased: boolean;
}

/** @throws ConfigError */
export function readTracing(v: Given): TracingConfig | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER: sampler } = v;
  if (endpoint === undefined) return undefined;
  const url = new URL(endpoint);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/v1/traces`;
  return {
    url: url.href,
    headers: headersOf(v.OTEL_EXPORTER_OTLP_HEADERS ?? ''),
    serviceName: v.OTEL_SERVICE_NAME,
    ratio: sampler.endsWith('ratio') ? v.OTEL_TRACES_SAMPLER_ARG : sampler.endsWith('on') ? 1 : 0,
    parentBased: sampler.startsWith('parentbased'),
  };
}

/** `name=value,name=value`, with values in percent-encoding. */
function headersOf(text: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const part of text.split(',').filter((piece) => piece.trim() !== '')) {
    const [, name, value] = /^\s*([\w-]+)\s*=\s*([\x21-\x7e ]+?)\s*$/.exec(part) ?? [];
    if (name === undefined || value === undefined || !isEncoded(value))
      throw new ConfigError('OTEL_EXPORTER_OTLP_HEADERS: must be name=value,name=value');
    headers[name] = decodeURIComponent(value);
  }
  return headers;
}

function isEncoded(value: string): boolean {
  try {
    return /^[\x20-\x7e]*$/.test(decodeURIComponent(value));
  } catch {
    return false;
  }
}

import { LineCutter } from '@wheelhouse/contract/receipts/lines';
import { ReceiptsVerifier, type Verdict, type VerifyOptions } from '@wheelhouse/contract/receipts/verify';

export interface Job {
  readonly file: File;
  readonly options: VerifyOptions;
}

export type Report =
  | { readonly kind: 'progress'; readonly read: number }
  | { readonly kind: 'done'; readonly verdict: Verdict }
  | { readonly kind: 'failed'; readonly why: string };

const reportEveryMs = 100;

async function verify({ file, options }: Job, report: (one: Report) => void): Promise<Verdict> {
  const verifier = new ReceiptsVerifier(options);
  const cutter = new LineCutter();
  const decoder = new TextDecoder();
  const reader = file.stream().getReader();
  let [read, reported] = [0, 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    for (const line of cutter.push(decoder.decode(value, { stream: true }))) verifier.add(line);
    read += value.byteLength;
    if (performance.now() - reported < reportEveryMs) continue;
    reported = performance.now();
    report({ kind: 'progress', read });
  }
  verifier.add(cutter.end() + decoder.decode());
  return verifier.finish();
}

/** In the worker: verifies each file that it is given. */
export function serve(): void {
  const report = (one: Report): void => postMessage(one);
  addEventListener('message', ({ data }: MessageEvent<Job>) => {
    verify(data, report).then(
      (verdict) => report({ kind: 'done', verdict }),
      (error: unknown) => report({ kind: 'failed', why: error instanceof Error ? error.message : String(error) }),
    );
  });
}

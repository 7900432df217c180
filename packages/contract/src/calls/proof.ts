import type { Page } from '../envelope.ts';
import type { Text } from '../lang.ts';
import type { Call, Nothing, Paging } from './kit.ts';

/** A run of all checks. */
export interface ProofRun {
  readonly id: string;
  readonly time: string;
  /** Seconds. */
  readonly seconds: number;
  /** Who asked for it; null: the night. */
  readonly by: string | null;
  /** Of the platform. */
  readonly version: string;
  readonly checks: number;
  /** Checks that found something, or could not look. */
  readonly wrong: number;
}

/** Something that is not as it should be. */
export interface ProofFound {
  /** A number or a name. */
  readonly name: string;
  readonly text: Text;
  /** The record that it is about. */
  readonly entity: string | null;
  readonly record: string | null;
}

export interface ProofCheck {
  /** `domain.what`. */
  readonly code: string;
  readonly label: Text;
  /** What is true where nothing is wrong; null: this release does not have the check any more. */
  readonly proves: Text | null;
  readonly time: string;
  readonly durationMs: number;
  readonly checked: number;
  readonly wrongCount: number;
  /** The first fifty. */
  readonly wrong: readonly ProofFound[];
  /** Why it could not look. */
  readonly error: string | null;
}

/** `valid`; `otherKey`: by a key that the installation has no more; `broken`: what is kept is not what was signed. */
export type ProofSignature = 'valid' | 'otherKey' | 'broken';

export interface ProofReport extends ProofRun {
  readonly results: readonly ProofCheck[];
  readonly signature: ProofSignature;
  /** SHA-256 of what was signed, the Ed25519 key and signature; in hex. */
  readonly hash: string;
  readonly publicKey: string;
  readonly signed: string;
}

/** What the installation proves about its own data. */
export interface ProofCalls {
  'POST /system/crm/proof/list': Call<Paging, Page<ProofRun>>;
  /** A run, the newest unless an id is given; null where there is none yet. `asked`: since when one is waited for. */
  'POST /system/crm/proof/report': Call<
    { readonly id?: string },
    { readonly report: ProofReport | null; readonly asked: string | null }
  >;
  /** Asks for a run now. `asked`: since when it is waited for, which may be before. */
  'POST /system/crm/proof/run': Call<Nothing, { readonly asked: string }>;
}

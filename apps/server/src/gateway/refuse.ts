import type { RefusalReason } from '@wheelhouse/contract/device/refusals';

/** Called for each thing refused; `detail` is short and holds no secret. */
export type Refuse = (reason: RefusalReason, detail: string) => void;

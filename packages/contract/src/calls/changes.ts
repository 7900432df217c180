import type { Call } from './kit.ts';

/** Changes that one person asks for and another decides. */
export interface ChangesCalls {
  /** Address of an identity picture of a request, good for a minute; each look is logged. */
  'POST /system/crm/changeRequest/proof': Call<
    { readonly id: string; readonly fileId: string },
    { readonly url: string }
  >;
}

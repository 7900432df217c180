/** Made by the build (`build/domains.ts`): the domain of each entity, without its definition. */
declare module 'virtual:domain-of' {
  import type { Domain } from '@wheelhouse/entities/domains';

  export const domainOf: Readonly<Partial<Record<string, Domain>>>;
}

interface ImportMetaEnv {
  /** What the console was built from. */
  readonly BUILD: string;
}

/** Made by the build (`build/domains.ts`): the domain of each entity, without its definition. */
declare module 'virtual:domain-of' {
  export const domainOf: Readonly<Partial<Record<string, import('@wheelhouse/entities/domains').Domain>>>;
}

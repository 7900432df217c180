export * from './define.ts';
export * from './fields.ts';
export * from './formats.ts';
export * from './queries.ts';
export * from './registry.ts';
export * from './validate.ts';
export type { ValidationContext } from './check-value.ts';

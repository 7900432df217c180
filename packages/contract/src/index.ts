export * from './envelope.ts';
export * from './errors.ts';
export * from './lang.ts';
export * from './time.ts';
export * from './list-query.ts';

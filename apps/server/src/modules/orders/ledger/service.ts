export { post, LedgerConflict } from './post.ts';
export * from './postings.ts';

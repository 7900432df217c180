export { post, LedgerConflict } from './post.ts';
export * from './postings.ts';
export { transactionsOfOrder } from './read.ts';

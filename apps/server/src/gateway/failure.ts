import pg from 'pg';

/**
 * Whether a failed batch is retried unchanged. Everything is, except what the data itself causes (SQLSTATE classes 22 data
 * exception, 23 integrity, 54 limits): such a message would fail for ever.
 */
export function isPoison(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(22|23|54)/.test(error.code ?? '');
}

/** Failures of connection, server or concurrency, as opposed to mistakes in a statement. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError))
    return error instanceof Error && /connect|terminat|timeout|ECONN|EPIPE|closed|socket/i.test(error.message);
  return /^(08|40|53|55P03|57|58|XX)/.test(error.code ?? '');
}

/** The history has no partition for a row: it was dropped after we had seen it. */
export function lacksPartition(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '23514' && /no partition of relation/.test(error.message);
}

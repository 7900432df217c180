import { Component, Suspense, use, type ReactNode } from 'react';
import { onReturn, suspect } from '../api/connection.ts';
import { t } from '../i18n/common.ts';
import { notify } from '../lib/notify.ts';
import { checkRelease } from '../api/release.ts';
import { reloadStyles } from '../lib/styles.ts';

/** Code of the console that could not be fetched. */
export class PartError extends Error {
  constructor(cause: unknown) {
    super('a part of the console could not be loaded', { cause });
    this.name = 'PartError';
  }
}

const failed = new Set<() => void>();
/** A failure is remembered long enough for the render that waits for it. */
const failureKeptMs = 1_000;

/** Code that could not be fetched is fetched again by the next caller. */
function forgetFailed(): void {
  for (const forget of failed) forget();
  failed.clear();
}

/** Fetches code once. A failed fetch is a `PartError`, and is tried again later. */
export function keep<T>(load: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined;
  const start = async (): Promise<T> => {
    try {
      await reloadStyles();
      return await load();
    } catch (error) {
      suspect();
      throw new PartError(error);
    }
  };
  return () => {
    if (kept !== undefined) return kept;
    const loading = start();
    kept = loading;
    const forget = (): void => {
      if (kept === loading) kept = undefined;
    };
    loading.catch(() => {
      failed.add(forget);
      setTimeout(forget, failureKeptMs);
    });
    return loading;
  };
}

/** Prefetches code; a failure is reported only when the code is used. */
export const warm = (load: () => Promise<unknown>): void => void load().catch(() => undefined);

interface BoundaryProps {
  /** Shown instead of what could not be loaded. */
  readonly instead: (retry: () => void) => ReactNode;
  readonly onFailed?: () => void;
  readonly children: ReactNode;
}

/** Placeholder for code that could not be loaded; it retries when the connection is back. */
export class PartBoundary extends Component<BoundaryProps, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined };
  private stop: (() => void) | undefined;

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch(error: unknown): void {
    if (!(error instanceof PartError)) return;
    void checkRelease();
    this.stop ??= onReturn(this.retry);
    this.props.onFailed?.();
  }

  override componentWillUnmount(): void {
    this.stop?.();
  }

  private readonly retry = (): void => {
    this.stop?.();
    this.stop = undefined;
    forgetFailed();
    this.setState({ error: undefined });
  };

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (error instanceof PartError) return this.props.instead(this.retry);
    throw error;
  }
}

/** Components are functions here. */
type Shows<P> = (props: P) => ReactNode;
type Load<P> = () => Promise<{ readonly default: Shows<P> }>;

const retryHere = (retry: () => void): ReactNode => (
  <span className="wh-part-failed" role="alert">
    {t('loadFailed')}{' '}
    <button type="button" onClick={retry}>
      {t('retry')}
    </button>
  </span>
);

let Surroundings: Shows<{ readonly children: ReactNode }> | undefined;

/** Given by code that other code needs to stand in: parts loaded from now on are shown inside it. */
export function surroundParts(surroundings: Shows<{ readonly children: ReactNode }>): void {
  Surroundings = surroundings;
}

/** Loads a component. Where its code brought surroundings along, or an earlier one's did, it is shown inside them. */
export async function surrounded<P extends object>(load: Load<P>): Promise<{ readonly default: Shows<P> }> {
  const { default: Shown } = await load();
  const Around = Surroundings;
  if (Around === undefined) return { default: Shown };
  return {
    default: (props) => (
      <Around>
        <Shown {...props} />
      </Around>
    ),
  };
}

function innerOf<P extends object>(load: Load<P>): Shows<P> {
  const loaded = keep(() => surrounded(load));
  return function Inner(props: P): ReactNode {
    const { default: Shown } = use(loaded());
    return <Shown {...props} />;
  };
}

/** A component whose code is fetched when it is first shown. Where that fails, its place offers another try. */
export function part<P extends object>(load: Load<P>, instead: BoundaryProps['instead'] = retryHere): Shows<P> {
  const Inner = innerOf(load);
  return function Part(props: P): ReactNode {
    return (
      <PartBoundary instead={instead}>
        <Inner {...props} />
      </PartBoundary>
    );
  };
}

/**
 * A dialog whose code is fetched when it is first opened. While it is on its way no shortcut acts (`hasDialog`);
 * where it cannot be loaded the user sees an error, and the dialog counts as closed.
 */
export function dialogPart<P extends object>(load: Load<P>): Shows<P> {
  const Inner = innerOf(load);
  return function DialogPart(props: P): ReactNode {
    const giveUp = (): void => {
      notify.error(t('requestFailed'));
      if ('onClose' in props && typeof props.onClose === 'function') props.onClose(null);
    };
    return (
      <PartBoundary instead={() => null} onFailed={giveUp}>
        <Suspense fallback={<span hidden data-dialog-opening />}>
          <Inner {...props} />
        </Suspense>
      </PartBoundary>
    );
  };
}

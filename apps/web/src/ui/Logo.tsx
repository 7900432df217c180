import type { ReactNode } from 'react';

const spokes = [0, 72, 144, 216, 288] as const;

/** The product's mark: a five-spoke wheel. Takes the text's colour. */
export function Logo({ size = 24 }: { readonly size?: number }): ReactNode {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <circle cx="12" cy="12" r="10" />
      {spokes.map((angle) => (
        <path key={angle} d="M12 8.6V4.6" transform={`rotate(${angle} 12 12)`} />
      ))}
      <circle cx="12" cy="12" r="2.4" fill="currentColor" stroke="none" />
    </svg>
  );
}

/** Pixels of 1rem: 16 unless the user's browser has another font size. */
export const remPx = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

/** Keys of positions in device messages. */
const placed = new Set(['pos', 'lat', 'lng', 'lon']);

/** A device message without its position, which has separate fields with their own rights. */
export function withoutPlace(said: unknown): unknown {
  if (Array.isArray(said)) return said.map(withoutPlace);
  if (typeof said !== 'object' || said === null) return said;
  return Object.fromEntries(
    Object.entries(said).flatMap(([key, value]) => (placed.has(key) ? [] : [[key, withoutPlace(value)]])),
  );
}

/** Keys under which devices say where they are. */
const placed = new Set(['pos', 'lat', 'lng', 'lon']);

/** What a device said, without the place: that has fields of its own, which not everybody may see. */
export function withoutPlace(said: unknown): unknown {
  if (Array.isArray(said)) return said.map(withoutPlace);
  if (typeof said !== 'object' || said === null) return said;
  return Object.fromEntries(
    Object.entries(said).flatMap(([key, value]) => (placed.has(key) ? [] : [[key, withoutPlace(value)]])),
  );
}

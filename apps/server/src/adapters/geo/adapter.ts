/** Place names of a position. */
export interface Place {
  /** City, as in the reference data. */
  readonly cityId: string;
  /** District, where its outline is known. */
  readonly districtId: string | null;
  readonly zh: string;
  readonly en: string;
}

/** Finds the place names of positions (reverse geocoding). */
export interface GeoAdapter {
  /** @param lng WGS-84 @returns undefined at sea and abroad */
  reverse(lng: number, lat: number): Place | undefined;
}

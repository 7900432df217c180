/** Where a position is, as people say it. */
export interface Place {
  /** City, as in the reference data. */
  readonly cityId: string;
  /** District, where its outline is known. */
  readonly districtId: string | null;
  readonly zh: string;
  readonly en: string;
}

/** Says where positions are. */
export interface GeoAdapter {
  /** @param lng WGS-84 @returns undefined at sea and abroad */
  reverse(lng: number, lat: number): Place | undefined;
}

/** How long the battery of a stolen vehicle will still last. */
export interface BatteryForecast {
  readonly soc: number | null;
  /** Percent an hour over the last six hours; `assumed` when too little was used to measure it. */
  readonly dropPerHour: number;
  readonly assumed: boolean;
  /** ms since epoch at which it will be empty; null when its charge is unknown. */
  readonly emptyAt: number | null;
  readonly rangeKm: number | null;
}

/** Position of a vehicle as the mobile network reports it. */
export interface NetworkHint {
  readonly csq: number | null;
  readonly rsrpDbm: number | null;
  readonly iccid: string | null;
  /** Serving cell and Wi-Fi stations, as the device reported them. */
  readonly cell: unknown;
  readonly wifi: unknown;
  readonly recvTime: string | null;
}

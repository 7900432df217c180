/** Columns by which rows of a vehicle `t` of a model `y` at a dealer `d` are told apart, and what they are joined by. */
export const ofVehicle = {
  vehicleTypeId: 't.vehicle_type_id::text',
  seriesId: 'y.series_id::text',
  dealerId: 't.dealer_id::text',
  cityId: 'd.city_id',
} as const;
export const joinVehicle = (id: string): string =>
  `join veh_vehicle t on t.id = ${id} join veh_type y on y.id = t.vehicle_type_id left join dlr_dealer d on d.id = t.dealer_id`;

const polynomial = 0xa001;
const table = Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ polynomial : value >>> 1;
  return value;
});

/** Before the first byte. */
export const crc16Start = 0xffff;

/** CRC-16/MODBUS of a file that arrives in pieces: the checksum of packages of the first OTA platform. */
export function crc16(piece: Uint8Array, before: number): number {
  let value = before;
  for (const byte of piece) value = (value >>> 8) ^ (table[(value ^ byte) & 0xff] ?? 0);
  return value;
}

/** As it is stored and announced: 4 hex digits. */
export const crc16Text = (value: number): string => value.toString(16).padStart(4, '0');

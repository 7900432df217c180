import { rename, writeFile } from 'node:fs/promises';

/** Writes a list for the simulator, which holds secrets. Under its name only when it is whole: the simulator may be reading. */
export async function writeList(path: string, list: object): Promise<void> {
  await writeFile(`${path}.part`, `${JSON.stringify(list, null, 1)}\n`, { mode: 0o600 });
  await rename(`${path}.part`, path);
}

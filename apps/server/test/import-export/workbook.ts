import { randomUUID } from 'node:crypto';
import type { Answer, TestApp } from '../support/app.ts';
import { xlsxType } from '../../src/sheet/write.ts';

export { archive, readBytes, workbookOf } from '../support/sheets.ts';

export interface ImportAnswer {
  readonly total: number;
  readonly success: number;
  readonly failed: number;
  readonly errors: readonly { readonly row: number; readonly field: string; readonly message: string }[];
  readonly errorFileName: string | null;
  readonly ignoredColumns: readonly string[];
  readonly ignoredSheets: readonly string[];
}

/** Sends a file to an entity's import as the console does. @param base of the entity, or the path of an import with a name of its own */
export async function sendFile<Data = ImportAnswer>(
  test: TestApp,
  base: string,
  bytes: Buffer,
  token: string,
  lang: 'zh' | 'en' = 'zh',
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer<Data>> {
  const boundary = `b${randomUUID()}`;
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="导入.xlsx"\r\ncontent-type: ${xlsxType}\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const response = await test.http.inject({
    method: 'POST',
    url: /\/import\w+$/.test(base) ? base : `${base}/import`,
    headers: {
      ...headers,
      authorization: `Bearer ${token}`,
      'accept-language': lang,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload,
  });
  const body = response.json<Omit<Answer<Data>, 'status' | 'headers'>>();
  return { status: response.statusCode, headers: response.headers, ...body };
}

/** Fetches an issued file. */
export async function fetchFile(test: TestApp, fileName: string, token: string): Promise<Buffer> {
  const response = await test.http.inject({
    method: 'GET',
    url: '/common/download',
    query: { fileName, delete: 'true' },
    headers: { authorization: `Bearer ${token}` },
  });
  if (response.statusCode !== 200) throw new Error(`download answered ${response.statusCode}: ${response.body}`);
  return response.rawPayload;
}

import type { FastifyInstance } from 'fastify';

/** What the calls of an upload in parts answer. */
export interface PartAnswer<Data = unknown> {
  readonly code: number;
  readonly message: string;
  readonly data: Data;
}
export interface Begun {
  readonly uploadId: string;
  readonly partBytes: number;
  readonly parts: readonly number[];
}
export interface Joined {
  readonly fileId: string;
  readonly url: string;
  readonly sha256: string;
}

/** Sends files in parts as the console does, to one process and as one user. */
export function partsOf(http: FastifyInstance, token: string) {
  const authorization = `Bearer ${token}`;
  async function post<Data>(name: string, payload: object): Promise<PartAnswer<Data>> {
    const url = `/data/crm/upload/${name}`;
    return (await http.inject({ method: 'POST', url, payload, headers: { authorization } })).json<PartAnswer<Data>>();
  }
  const begin = (file: Buffer, name = 'video.mp4', biz = 'video', modified = 1) =>
    post<Begun>('startParts', { biz, name, size: file.length, modified });
  async function part(uploadId: string, no: number, content: Buffer): Promise<PartAnswer> {
    const form = new FormData();
    form.append('uploadId', uploadId);
    form.append('no', String(no));
    form.append('file', new Blob([new Uint8Array(content)]), 'part');
    const request = new Request('http://x/', { method: 'POST', body: form });
    const response = await http.inject({
      method: 'POST',
      url: '/data/crm/upload/part',
      payload: Buffer.from(await request.arrayBuffer()),
      headers: { 'content-type': request.headers.get('content-type') ?? '', authorization },
    });
    return response.json();
  }
  const join = (uploadId: string) => post<Joined>('joinParts', { uploadId });
  const drop = (uploadId: string) => post<null>('dropParts', { uploadId });
  /** Part `no` of a file. */
  const cut = (file: Buffer, no: number, { partBytes }: Begun) => file.subarray(no * partBytes, (no + 1) * partBytes);
  /** The whole of it. @returns what joining answers */
  async function send(file: Buffer, name?: string, biz?: string): Promise<PartAnswer<Joined>> {
    const { data, ...refused } = await begin(file, name, biz);
    if (refused.code !== 0) return { ...refused, data: { fileId: '', url: '', sha256: '' } };
    for (let no = 0; no * data.partBytes < file.length; no++) await part(data.uploadId, no, cut(file, no, data));
    return join(data.uploadId);
  }
  return { begin, part, join, drop, cut, send };
}

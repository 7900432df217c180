import type { TagImport, TagPreview } from '@wheelhouse/contract/calls/users';
import type { RuleGroup, TagRule } from '@wheelhouse/entities/users/tag-rule';
import { startBench, type Bench } from '../vehicles/fixture.ts';
import { signInAs } from '../support/people.ts';

export const base = '/user/crm/userTag';

export interface Tag {
  readonly id: string;
  readonly rev: number;
  readonly tagCode: string;
  readonly userCount: number;
  readonly usedBy: number;
  readonly lastRefreshTime: string | null;
  readonly importReport: TagImport | null;
}

let tags = 0;

/** A server, and what the tests of user tags do with it. */
export async function startTags(env: Record<string, string> = {}) {
  const b: Bench = await startBench(env);
  const uploader = (await signInAs(b.t, { roles: ['admin'] })).token;
  const form = (more: object = {}) => ({
    name: `测试标签${++tags}`,
    groupName: '1',
    color: 'primary',
    tagType: 1,
    ...more,
  });
  const add = (more: object = {}) => b.post<{ id: string; errors?: { field: string }[] }>(`${base}/add`, form(more));
  return {
    b,
    form,
    add,
    made: async (more: object = {}): Promise<string> => {
      const { code, data, message } = await add(more);
      if (code !== 0) throw new Error(`${code} ${message} ${JSON.stringify(data)}`);
      return data.id;
    },
    detail: (id: string) => b.ok<Tag>(`${base}/detail`, { id }),
    preview: (rule: TagRule) => b.ok<TagPreview>(`${base}/preview`, { rule }),
    /** Ids of a tag's users, ascending. */
    usersOf: async (id: string): Promise<string[]> =>
      (
        await b.rows<{ id: string }>(
          'select user_id::text as id from usr_tag_member where tag_id = $1 order by user_id',
          id,
        )
      ).map((row) => row.id),
    /** Who uploads files; what they do with them. */
    asUploader: <Data>(path: string, body: object) => b.t.call<Data>('POST', path, body, { as: uploader }),
    /** Uploads a file of users. */
    upload: async (content: Buffer, fileName: string): Promise<string> => {
      const body = new FormData();
      body.append('biz', 'import');
      body.append('file', new Blob([Uint8Array.from(content)]), fileName);
      const request = new Request('http://localhost', { method: 'POST', body });
      const response = await b.t.http.inject({
        method: 'POST',
        url: '/data/crm/upload/single',
        headers: {
          authorization: `Bearer ${uploader}`,
          'content-type': request.headers.get('content-type') ?? '',
        },
        payload: Buffer.from(await request.arrayBuffer()),
      });
      const answer: { code: number; data: { fileId: string } } = response.json();
      if (answer.code !== 0) throw new Error(response.body);
      return answer.data.fileId;
    },
  };
}

/** A rule of one group whose conditions must all hold. */
export const allOf = (...items: RuleGroup['items']): TagRule => ({
  op: 'AND',
  groups: [{ op: 'AND', items }],
});

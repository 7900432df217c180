import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema } from 'fastify';
import type { Effect } from '@wheelhouse/entities/define';
import { z } from 'zod';
import type { Call } from './call.ts';
import { effectOf } from './effect.ts';

/** OpenAPI of every call at /docs/json, readable at /docs. Made from the calls' schemas when first asked for. */
export async function registerDocs(server: FastifyInstance, version: string): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Wheelhouse',
        version,
        description:
          'Every answer is `{code, data, message}`; code 0 is success. Messages follow `Accept-Language` (zh, en).',
      },
      components: {
        securitySchemes: {
          session: { type: 'http', scheme: 'bearer' },
          app: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'Token of an app user' },
          portal: { type: 'http', scheme: 'bearer', description: 'PORTAL_KEY' },
          carrier: {
            type: 'apiKey',
            in: 'header',
            name: 'x-signature',
            description: 'HMAC-SHA256, hex, over x-timestamp + body under CARRIER_CALLBACK_KEY',
          },
          express: {
            type: 'apiKey',
            in: 'query',
            name: 'sign',
            description: 'A field of the form: MD5, hex, over param + salt; the address holds a secret besides',
          },
          payment: {
            type: 'apiKey',
            in: 'header',
            name: 'Wechatpay-Signature',
            description:
              'The signature of the channel, where its protocol has it: WeChat Pay in headers, Alipay in the form, Apple in the body',
          },
          device: {
            type: 'apiKey',
            in: 'header',
            name: 'x-signature',
            description: 'HMAC-SHA256, hex, over body + x-timestamp + x-nonce; with x-device-id, the IMEI',
          },
        },
      },
    },
    transform: ({ url, schema, route }) => {
      const call = route.config?.call;
      return { url, schema: call === undefined || call.hidden ? { ...schema, hide: true } : describe(call) };
    },
  });
  await server.register(swaggerUi, { routePrefix: '/docs', staticCSP: false });
}

const proofTexts = {
  app: 'Users of the app',
  carrier: 'Carriers of SIM cards',
  device: 'Devices',
  express: 'The express service',
  payment: 'Payment channels',
  portal: 'The company portal',
} as const;

function describe(call: Call): FastifySchema & { readonly 'x-effect': Effect } {
  const { body = call.body && jsonSchema(call.body), data = {} } = call.documented?.() ?? {};
  const access = typeof call.access === 'string' ? [call.access] : call.access;
  return {
    'x-effect': effectOf(call),
    tags: [call.path.split('/').slice(1, 4).join('/')],
    summary: call.summary ? `${call.summary.zh} / ${call.summary.en}` : call.path,
    description:
      call.access === 'login'
        ? 'Any signed-in user'
        : call.access === 'public'
          ? (call.proof && proofTexts[call.proof.scheme]) || 'Without a session'
          : `Function: ${access.join(', ')}`,
    ...(call.access !== 'public' && { security: [{ session: [] }] }),
    ...(call.proof && { security: [{ [call.proof.scheme]: [] }] }),
    ...(call.upload && { consumes: ['multipart/form-data'] }),
    ...(body !== undefined && { body }),
    ...(call.query && { querystring: jsonSchema(call.query) }),
    response: {
      200: { type: 'object', properties: { code: { type: 'integer' }, data, message: { type: 'string' } } },
    },
  };
}

function jsonSchema(schema: z.ZodType): unknown {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}

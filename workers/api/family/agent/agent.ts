import { Hono } from 'hono';
import { ackCommands, DEVICE_SOCKET_PATH, getPolicy, listCommands, sendReport } from '#app/wire/device';
import { ERROR_CODES, invalid } from '#app/wire/errors';
import { announceSample } from '#app/wire/samples';
import { type FamilyApp, handleEndpoint } from '../core/handle-endpoint';
import { unauthorised } from '../core/signature';
import { policyOf } from '../policy/policy';
import { takeSample } from '../samples/take-sample';
import { aboutCommand, listOpenCommands, markSent, toWireDeviceCommand } from '../store/command.queries';
import { acknowledge } from './acknowledge';
import { requireDevice, timeOf, touchDevice } from './device-of';
import { takeReport } from './report';

const SOCKET_ROUTE = DEVICE_SOCKET_PATH.replace('/device', '');

/** Requests from the device itself (docs/reference/device.md). */
export const agent = new Hono<FamilyApp>()
  .get(SOCKET_ROUTE, (c) => {
    const { actor, parts } = c.var.signed;
    if (actor !== 'device') throw unauthorised('session');
    if (c.req.header('Upgrade')?.toLowerCase() !== 'websocket') throw invalid('Expected a WebSocket upgrade');
    return c.env.family.openDeviceSocket(parts.actorId);
  })
  .get('/policy', async (c, next) => {
    const since = c.req.query('since');
    if (since === undefined || !/^\d{1,15}$/.test(since) || c.var.signed.actor !== 'device') return next();
    const { actorId } = c.var.signed.parts;
    const isKnown = c.env.family.transaction({ kind: 'device', id: actorId }, (call) => {
      c.env.family.requireActor(c.var.signed);
      const device = requireDevice(call);
      touchDevice(call, device);
      return device.schedule_at <= Number(since);
    });
    return isKnown ? c.body(null, 304) : next();
  })
  .get(
    '/policy',
    handleEndpoint(getPolicy, (call) => {
      const device = requireDevice(call);
      touchDevice(call, device);
      return { schedule_ts: device.schedule_at, policy: policyOf(call, device), server_time: call.now };
    }),
  )
  .get(
    '/commands',
    handleEndpoint(listCommands, (call, { query }) => {
      const device = requireDevice(call);
      touchDevice(call, device);
      const after = Number(query.after ?? 0);
      const waiting = listOpenCommands(call.sql, device.id).filter(
        (command) => command.seq > after && (command.expires_at === null || command.expires_at > call.now),
      );
      for (const command of waiting) {
        if (command.state !== 'saved') continue;
        markSent(call.sql, command, call.now);
        call.recordChange('command', command.id, aboutCommand(command));
      }
      return waiting.map(toWireDeviceCommand);
    }),
  )
  .post(
    '/ack',
    handleEndpoint(ackCommands, (call, { body }) => acknowledge(call, body)),
  )
  .post(
    '/sample',
    handleEndpoint(announceSample, (call, { body }) => {
      const device = requireDevice(call);
      touchDevice(call, device);
      return takeSample(call, device, body, Math.min(call.now, timeOf(call, body.sample_ts)));
    }),
  )
  .post(
    '/report',
    async (c, next) => {
      const { actor, parts } = c.var.signed;
      if (actor !== 'device' || c.env.family.countReport(parts.actorId)) return next();
      const refusal = { errors: { code: ERROR_CODES.rateLimited, message: 'Too many reports, try again in a minute' } };
      return c.json(refusal, 429, { 'Retry-After': '60' });
    },
    handleEndpoint(sendReport, (call, { body }) => takeReport(call, body)),
  );

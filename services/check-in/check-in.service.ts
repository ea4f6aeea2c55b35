/** Check-in: kiosks scan a participant's token at a point and record that they came. */
import { implement, type MakeService } from '../../shared/kit/implement.ts';
import { readList } from '../../shared/kit/whole-list.ts';
import { contextOf } from '../../shared/process/context.ts';
import { annul } from './annul.ts';
import { exportAtPoint, listAtPoint } from './at-point.ts';
import { boards } from './board.ts';
import { manifest } from './manifest.ts';
import { createPoint, deletePoint, updatePoint } from './change-points.ts';
import { checkInsOf, pointsOf } from './queries/points.ts';
import { roundTrips } from './round-trip.ts';
import { scanBatchBy, scanBy } from './scan.ts';
import { scanCounter } from './scan-counter.ts';
import { checkInList, pointList } from './shapes.ts';
import { tables } from './entities.ts';

const makeService: MakeService = (broker) => {
  const { metrics } = contextOf(broker);
  const counter = scanCounter(metrics);
  return implement('check-in', {
    entities: tables,
    actions: {
      scan: scanBy(roundTrips(metrics), counter),
      scanBatch: scanBatchBy(counter),
      createPoint,
      updatePoint,
      deletePoint,
      manifest,
      board: boards(),
      annul,
      listAtPoint,
      exportAtPoint,
      listPointsOfTrack: async (ctx) => pointList(await readList(ctx, pointsOf(ctx.resource))),
      listPointsOfSuperEvent: async (ctx) => pointList(await readList(ctx, pointsOf(ctx.resource))),
      listForRegistration: async (ctx) => checkInList(await readList(ctx, checkInsOf(ctx.resource))),
    },
    leftovers: [{ table: 'refused_scan', since: 'received_at', days: 30 }],
    plansOnce: true,
  })(broker);
};
export default makeService;

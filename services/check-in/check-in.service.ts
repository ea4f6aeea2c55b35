/** Check-in: kiosks scan a participant's token at a point and record that they came. */
import type { Service } from 'moleculer';
import { implement, type MakeService } from '../../shared/broker/implement.ts';
import { annul } from './annul.ts';
import { scanCounter } from './metrics.ts';
import { checkInsOf, pointsOf } from './queries/points.ts';
import { roundTrips } from './round-trip.ts';
import { scanBatch, scanBy } from './scan.ts';
import { checkInList, pointList } from './shapes.ts';

const makeService: MakeService = (surroundings) => {
  const counter = scanCounter();
  const service = implement('check-in', {
    actions: {
      scan: counter.scan(scanBy(roundTrips())),
      scanBatch: counter.scanBatch(scanBatch),
      annul,
      listPointsOfTrack: async ({ db, place }) => pointList(await pointsOf(db, place)),
      listPointsOfSuperEvent: async ({ db, place }) => pointList(await pointsOf(db, place)),
      listForRegistration: async ({ db, place }) => checkInList(await checkInsOf(db, place)),
    },
    leftovers: [{ table: 'refused_scan', since: 'received_at', days: 30 }],
    plansOnce: true,
  })(surroundings);
  return {
    ...service,
    created(this: Service) {
      counter.countIn(this.broker);
    },
  };
};
export default makeService;

/** Check-in: kiosks scan a participant's token at a point and record that they came. */
import { implement, type MakeService } from '../../shared/kit/implement.ts';
import { contextOf } from '../../shared/process/context.ts';
import { annul, exportAtPoint, listAtPoint } from './arrivals.ts';
import { badge, listBadges } from './badges.ts';
import { boards } from './board.ts';
import { manifest } from './manifest.ts';
import {
  createPoint,
  deletePoint,
  listForRegistration,
  listPointsOfSuperEvent,
  listPointsOfTrack,
  listForParent,
  updatePoint,
} from './points.ts';
import { roundTrips } from './round-trip.ts';
import { scanBatchBy, scanBy } from './scan.ts';
import { scanCounter } from './scan-counter.ts';
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
      listBadges,
      badge,
      annul,
      listAtPoint,
      exportAtPoint,
      listPointsOfTrack,
      listPointsOfSuperEvent,
      listForRegistration,
      listForParent,
    },
    expiringRows: [{ table: 'refused_scan', since: 'received_at', days: 30 }],
  })(broker);
};
export default makeService;

/** Judging: criteria, assignments of judges to teams, scores, and the resulting ranking. */
import { implement, type MakeService } from '../../shared/kit/implement.ts';
import {
  assignJudge,
  assignJudges,
  getAssignment,
  getProgress,
  listAssignments,
  listJudges,
  reopenAssignment,
  unassignJudge,
} from './assignments.ts';
import { contextOf } from '../../shared/process/context.ts';
import { cloneCriteria, createCriterion, deleteCriterion, listCriteria, updateCriterion } from './criteria.ts';
import { exportResults, exportScores } from './exports.ts';
import { computations } from './computations.ts';
import { chooseWinners, getPrizeResults, planPrize, publishPrize } from './prizes.ts';
import { declineAssignment, listDeclined, planAssignments } from './planning.ts';
import { calculateResults, getFairRanking, getTeamResult, listResults, publishResults } from './results.ts';
import { listScores, submitAssignment, submitScore, updateScore } from './scores.ts';
import { tables } from './entities.ts';

const judging = implement('judging', {
  entities: tables,
  actions: {
    listCriteria,
    createCriterion,
    updateCriterion,
    deleteCriterion,
    cloneCriteria,
    listJudges,
    listAssignments,
    getAssignment,
    assignJudge,
    assignJudges,
    unassignJudge,
    reopenAssignment,
    planAssignments,
    declineAssignment,
    listDeclined,
    getProgress,
    listScores,
    submitScore,
    updateScore,
    submitAssignment,
    calculateResults,
    listResults,
    getFairRanking,
    getTeamResult,
    publishResults,
    exportResults,
    exportScores,
    planPrize,
    getPrizeResults,
    chooseWinners,
    publishPrize,
  },
});

const makeService: MakeService = (broker) => {
  contextOf(broker).metrics.watchQueue('judging_computations', () => computations.waiting);
  return judging(broker);
};
export default makeService;

/** Judging: what teams are judged by, who judges whom, their scores, and the ranking that follows from them. */
import { implement } from '../../shared/broker/implement.ts';
import {
  assignJudge,
  assignJudges,
  getAssignment,
  listAssignments,
  listJudges,
  reopenAssignment,
  unassignJudge,
} from './assignments.ts';
import { cloneCriteria, createCriterion, deleteCriterion, listCriteria, updateCriterion } from './criteria.ts';
import { exportResults, exportScores } from './exports.ts';
import { getProgress } from './progress.ts';
import { calculateResults, getTeamResult, listResults, publishResults } from './results.ts';
import { listScores, submitAssignment, submitScore, updateScore } from './scores.ts';

export default implement('judging', {
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
    getProgress,
    listScores,
    submitScore,
    updateScore,
    submitAssignment,
    calculateResults,
    listResults,
    getTeamResult,
    publishResults,
    exportResults,
    exportScores,
  },
});

/** The parts that load after the tickets, which people hold up at the door: all of them in one request. */
export { calendarOf } from '../../../shared/base/calendar.ts';
export { Sheets } from './answers-form.tsx';
export { Confirm } from './confirm.tsx';
export { FindTeam } from './find-team.tsx';
export { GiveUp, LeaveTrack } from './give-up.tsx';
export { keepSending } from './project-sender.ts';
export { AllProjects } from './project.tsx';
export { LargeCode } from './ticket-code.tsx';
export { Outcome, OwnTeam } from './team.tsx';

/** Written by `npm run docs` from the contracts of Muster. */
import type { TrackRole, CheckinPointType } from '../shapes.ts';

export type MadeCheckinPoint = {
  id: string;
  super_event_id: string;
  event_id: string | null;
  key: string;
  name: string;
  type: CheckinPointType;
  opens_at: string;
  closes_at: string;
  milestone_requirements: {
    id: string;
    title: string;
    description?: string | null | undefined;
    is_required?: boolean | undefined;
  }[];
  config_json: Record<string, unknown>;
};

export type Badge = { user_id: string; name: string; track: string | null; role: TrackRole; code: string | null };

export type LaterScan =
  | { already_checked_in: true; checked_in_at: string }
  | { verified: true; first_check_in_at: string }
  | {
      requires_milestone_submission: true;
      milestone_requirements: {
        id: string;
        title: string;
        description: string | null;
        is_required: boolean;
        satisfied: boolean;
      }[];
      team_id: string;
      team_name: string;
    };

export type FirstCheckIn = {
  checked_in: true;
  checked_in_at: string;
  checkin_id: string;
  registration_id: string;
  point_name: string;
  point_type: CheckinPointType;
};

export type CheckinPointList = { checkin_points: CheckinPoint[]; count: number };

export type CheckinPoint = {
  id: string;
  name: string;
  type: CheckinPointType;
  opens_at: string;
  closes_at: string;
  checked_in_count: number;
  refused_count: number;
  milestone_requirements: {
    id: string;
    title: string;
    description?: string | null | undefined;
    is_required?: boolean | undefined;
  }[];
  config_json: Record<string, unknown>;
};

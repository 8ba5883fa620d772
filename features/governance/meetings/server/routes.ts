import * as attendance from '#features/governance/meetings/attendance.ts'
import * as contract from '#features/governance/meetings/contract.ts'
import * as rules from '#features/governance/meetings/meeting-rules.ts'
import * as minutes from '#features/governance/meetings/minutes.ts'
import { askForChange } from '#features/access/change-requests/server/ask-for-change.ts'
import { bind, bindWaiting } from '#platform/http/bind.ts'
import { answerMeeting } from './answer-meeting.ts'
import { attendMeeting } from './attend-meeting.ts'
import { adoptMinutes } from './adopt-minutes.ts'
import { cancelMeeting } from './cancel-meeting.ts'
import { draftMinutes } from './draft-minutes.ts'
import { getAttendanceCode } from './get-attendance-code.ts'
import { planMeeting } from './plan-meeting.ts'
import { getAgendaTemplates, getMeeting, getMeetingRules, listAttendance, listMeetings } from './queries.ts'
import { recordAttendance } from './record-attendance.ts'
import { saveAgendaTemplate } from './save-agenda-template.ts'
import { sendNotice } from './send-notice.ts'
import { updateMeeting } from './update-meeting.ts'
import { describeMeetingRules, updateMeetingRules } from './update-meeting-rules.ts'
import { writeMinutes } from './write-minutes.ts'

export const governanceRoutes = [
  bind(contract.listMeetings, listMeetings),
  bind(contract.planMeeting, planMeeting),
  bind(contract.getMeeting, getMeeting),
  bind(contract.updateMeeting, updateMeeting),
  bind(contract.sendNotice, sendNotice),
  bind(contract.answerMeeting, answerMeeting),
  bind(attendance.listAttendance, listAttendance),
  bind(attendance.recordAttendance, recordAttendance),
  bind(attendance.getAttendanceCode, getAttendanceCode),
  bind(attendance.attendMeeting, attendMeeting),
  bind(minutes.writeMinutes, writeMinutes),
  bind(minutes.getMinutes, draftMinutes),
  bind(minutes.adoptMinutes, adoptMinutes),
  bind(contract.cancelMeeting, cancelMeeting),
  bind(rules.getMeetingRules, getMeetingRules),
  bindWaiting(askForChange(rules.updateMeetingRules, describeMeetingRules, updateMeetingRules)),
  bind(rules.getAgendaTemplates, getAgendaTemplates),
  bind(rules.saveAgendaTemplate, saveAgendaTemplate),
]

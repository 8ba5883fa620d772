import * as contract from '#contract/society/deductions.ts'
import * as columnsContract from '#contract/society/return-columns.ts'
import { tableReader } from '#server/files/spreadsheet-file.ts'
import { askForChange } from '#server/features/access/change-requests/ask-for-change.ts'
import { bind, bindUpload, bindWaiting } from '#server/http/bind.ts'
import { assignMembers } from './assign-members.ts'
import { createEmployer } from './create-employer.ts'
import { createSchedule } from './create-schedule.ts'
import { downloadSchedule } from './download-schedule.ts'
import { keepReturnColumns } from './keep-return-columns.ts'
import { postReturn } from './post-return.ts'
import {
  getDeductionSettings,
  getEmployer,
  getMemberEmployer,
  getReturn,
  getSchedule,
  listEmployees,
  listEmployers,
  listRemittances,
  listReturnLines,
  listScheduleLines,
  listSchedules,
  listVariations,
} from './queries.ts'
import { readReturnHeadings } from './read-return-headings.ts'
import { rebuildSchedule } from './rebuild-schedule.ts'
import { recordRemittance } from './record-remittance.ts'
import { describeReversedRemittance, reverseRemittance } from './reverse-remittance.ts'
import { reverseReturn } from './reverse-return.ts'
import { sendSchedule } from './send-schedule.ts'
import { updateDeductionSettings } from './update-deduction-settings.ts'
import { updateEmployer } from './update-employer.ts'
import { updateMemberEmployer } from './update-member-employer.ts'
import { updateReturn } from './update-return.ts'
import { employeeRowsMax, uploadEmployees } from './upload-employees.ts'
import { returnReadingSecondsMax, uploadReturn } from './upload-return.ts'

export const deductionRoutes = [
  bind(contract.listEmployers, listEmployers),
  bind(contract.createEmployer, createEmployer),
  bind(contract.getEmployer, getEmployer),
  bind(contract.updateEmployer, updateEmployer),
  bind(contract.listEmployees, listEmployees),
  bind(contract.assignMembers, assignMembers),
  bindUpload(contract.uploadEmployees, tableReader(employeeRowsMax), uploadEmployees),
  bind(contract.getMemberEmployer, getMemberEmployer),
  bind(contract.updateMemberEmployer, updateMemberEmployer),
  bind(contract.getDeductionSettings, getDeductionSettings),
  bind(contract.updateDeductionSettings, updateDeductionSettings),
  bind(contract.listSchedules, listSchedules),
  bind(contract.createSchedule, createSchedule),
  bind(contract.getSchedule, getSchedule),
  bind(contract.rebuildSchedule, rebuildSchedule),
  bind(contract.sendSchedule, sendSchedule),
  bind(contract.listScheduleLines, listScheduleLines),
  bind(contract.listVariations, listVariations),
  bind(contract.downloadSchedule, downloadSchedule),
  bindUpload(contract.uploadReturn, tableReader(contract.deductionLinesMax, returnReadingSecondsMax), uploadReturn),
  bindUpload(
    columnsContract.readReturnHeadings,
    tableReader(contract.deductionLinesMax, returnReadingSecondsMax),
    readReturnHeadings,
  ),
  bind(columnsContract.keepReturnColumns, keepReturnColumns),
  bind(contract.getReturn, getReturn),
  bind(contract.listReturnLines, listReturnLines),
  bind(contract.updateReturn, updateReturn),
  bind(contract.postReturn, postReturn),
  bind(contract.reverseReturn, reverseReturn),
  bind(contract.listRemittances, listRemittances),
  bind(contract.recordRemittance, recordRemittance),
  bindWaiting(askForChange(contract.reverseRemittance, describeReversedRemittance, reverseRemittance)),
]

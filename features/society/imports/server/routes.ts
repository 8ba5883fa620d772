import * as contract from '#features/society/imports/contract.ts'
import { tableReader } from '#platform/files/spreadsheet-file.ts'
import { bind, bindUpload } from '#platform/http/bind.ts'
import { downloadRowsToCorrect } from './download-rows-to-correct.ts'
import { postImport } from './post-import.ts'
import { listImportRows } from './list-import-rows.ts'
import { getImport } from './queries.ts'
import { sendImportCodes } from './send-import-codes.ts'
import { updateImport } from './update-import.ts'
import { uploadContributionsFile } from './upload-contributions-file.ts'
import { uploadMembersFile } from './upload-members-file.ts'

export const importRoutes = [
  bindUpload(contract.uploadMembersFile, tableReader(contract.importRowsMax), uploadMembersFile),
  bindUpload(contract.uploadContributionsFile, tableReader(contract.importRowsMax), uploadContributionsFile),
  bind(contract.getImport, getImport),
  bind(contract.listImportRows, listImportRows),
  bind(contract.downloadRowsToCorrect, downloadRowsToCorrect),
  bind(contract.updateImport, updateImport),
  bind(contract.postImport, postImport),
  bind(contract.sendImportCodes, sendImportCodes),
]

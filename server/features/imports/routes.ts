import * as contract from '#contract/imports.ts'
import { bind } from '#server/http/bind.ts'
import { postImport } from './post-import.ts'
import { getImport, listImportRows } from './queries.ts'
import { updateImport } from './update-import.ts'
import { uploadContributionsFile } from './upload-contributions-file.ts'
import { uploadMembersFile } from './upload-members-file.ts'

export const importRoutes = [
  bind(contract.uploadMembersFile, uploadMembersFile),
  bind(contract.uploadContributionsFile, uploadContributionsFile),
  bind(contract.getImport, getImport),
  bind(contract.listImportRows, listImportRows),
  bind(contract.updateImport, updateImport),
  bind(contract.postImport, postImport),
]

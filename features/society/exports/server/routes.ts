import * as contract from '#features/society/exports/contract.ts'
import { bind } from '#platform/http/bind.ts'
import { askForExport } from './ask-for-export.ts'
import { downloadExport, getExport } from './queries.ts'

export const exportRoutes = [
  bind(contract.getExport, getExport),
  bind(contract.downloadExport, downloadExport),
  bind(contract.askForExport, askForExport),
]

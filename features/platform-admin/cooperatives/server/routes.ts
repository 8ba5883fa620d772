import * as own from '#features/platform-admin/cooperatives/cooperative-profile.ts'
import * as contract from '#features/platform-admin/cooperatives/contract.ts'
import { getStatistics } from '#features/platform-admin/overview/statistics.ts'
import { readDocumentFile, squareReader } from '#platform/files/document-file.ts'
import { bind, bindBoth, bindPlatform, bindUpload } from '#platform/http/bind.ts'
import { openDocument } from './open-document.ts'
import { deleteCooperative } from './delete-cooperative.ts'
import { deleteLogo } from './delete-logo.ts'
import {
  downloadDocument,
  downloadLogo,
  getCooperativeProfile,
  getOwnStatistics,
  getPlatformStatistics,
  listCooperatives,
} from './queries.ts'
import { updateCooperative } from './update-cooperative.ts'
import { updateCooperativeProfile, updateOwnCooperative } from './update-cooperative-profile.ts'
import { uploadDocument } from './upload-document.ts'
import { logoSide, uploadLogo } from './upload-logo.ts'

export const cooperativeRoutes = [
  bind(own.getCooperativeProfile, getCooperativeProfile),
  bind(contract.updateCooperativeProfile, updateCooperativeProfile),
  bindBoth(contract.updateCooperative, updateCooperative, updateOwnCooperative),
  bindPlatform(contract.deleteCooperative, deleteCooperative),
  bindPlatform(contract.listCooperatives, listCooperatives),
  bindPlatform(contract.searchCooperatives, listCooperatives),
  bindBoth(getStatistics, getPlatformStatistics, getOwnStatistics),
  bindUpload(contract.uploadLogo, squareReader(logoSide), uploadLogo),
  bind(contract.downloadLogo, downloadLogo),
  bind(contract.deleteLogo, deleteLogo),
  bindUpload(contract.uploadCacDocument, readDocumentFile, uploadDocument),
  bindBoth(contract.downloadDocument, openDocument, downloadDocument),
]

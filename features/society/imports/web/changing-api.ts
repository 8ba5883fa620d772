import { useWork } from '#ui/api/use-work.ts'
import { useQueryClient } from '@tanstack/react-query'
import {
  listImportRows,
  updateImport,
  uploadContributionsFile,
  uploadMembersFile,
} from '#features/society/imports/contract.ts'
import type { ImportId } from '#core/ids.ts'
import type { ImportKind } from '#features/society/imports/rules/import.ts'
import { call } from '#ui/api/call.ts'
import { keyOf } from '#ui/api/query.ts'
import { upload } from '#ui/api/upload.ts'
import { type ImportChanges, importQueries } from './api.ts'

export function useUploadImport(kind: ImportKind, onProgress: (part: number) => void) {
  const queries = useQueryClient()
  return useWork(
    (file: File) => upload(kind === 'members' ? uploadMembersFile : uploadContributionsFile, file, onProgress),
    { onSuccess: (found) => queries.setQueryData(importQueries.one(found.id).queryKey, found) },
  )
}

/** The correction of an import that is on its way. */
let before: Promise<unknown> = Promise.resolve()

/** Sends corrections one after the other, so that the totals on the screen are those of the last one. */
export function useUpdateImport(importId: ImportId) {
  const queries = useQueryClient()
  return useWork(
    (changes: ImportChanges) => {
      const sent = before.then(() => call(updateImport, { importId, ...changes }))
      before = sent.catch(() => undefined)
      return sent
    },
    {
      onSuccess: (found) => {
        queries.setQueryData(importQueries.one(importId).queryKey, found)
        return queries.invalidateQueries({ queryKey: keyOf(listImportRows, { importId }) })
      },
    },
  )
}

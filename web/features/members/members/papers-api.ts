import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Replied } from '#contract/endpoint.ts'
import {
  addMemberDocument,
  downloadMemberDocument,
  listMemberDocuments,
  removeMemberDocument,
} from '#contract/members/member-documents.ts'
import { deleteMemberPhoto, uploadMemberPhoto } from '#contract/members/member-photos.ts'
import type { MemberId } from '#domain/ids.ts'
import { call } from '#web/api/call.ts'
import { download } from '#web/api/download.ts'
import { lighter } from '#web/api/lighter.ts'
import { upload } from '#web/api/upload.ts'
import { useAction } from '#web/api/use-action.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { memberQueries } from './api.ts'

export type Paper = Replied<typeof addMemberDocument>

export function papersQuery(memberId: MemberId) {
  return queryOptions({
    queryKey: [...memberQueries.all, 'papers', memberId],
    queryFn: ({ signal }) => call(listMemberDocuments, { memberId }, { signal }),
  })
}

export async function sendPaper(memberId: MemberId, file: File, onProgress: (part: number) => void): Promise<void> {
  await upload(addMemberDocument, await lighter(file), onProgress, { memberId })
}

export async function savePaper(memberId: MemberId, { id, fileName }: Paper): Promise<void> {
  const { blob } = await download(downloadMemberDocument, { memberId, documentId: id })
  saveFile(blob, fileName)
}

export function useRemovePaper(memberId: MemberId) {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: papersQuery(memberId).queryKey })
  return useAction(removeMemberDocument, { onSuccess: refresh, onError: refresh })
}

export function useUploadPhoto(memberId: MemberId, onProgress: (part: number) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (file: File) => upload(uploadMemberPhoto, file, onProgress, { memberId }),
    onSuccess: () => queries.invalidateQueries({ queryKey: memberQueries.all }),
  })
}

export function useDeletePhoto() {
  const queries = useQueryClient()
  return useAction(deleteMemberPhoto, { onSuccess: () => queries.invalidateQueries({ queryKey: memberQueries.all }) })
}

import * as z from 'zod/mini'
import { id, instant } from './fields.ts'

/** The most that a paper or picture may have when it is uploaded. */
export const paperBytesMax = 5 * 1024 * 1024

/** A file that somebody added to what it speaks of. */
export const paper = <Id extends string>() =>
  z.object({
    id: id<Id>(),
    fileName: z.string(),
    mediaType: z.string(),
    bytes: z.number(),
    addedBy: z.string(),
    addedAt: instant,
  })

/** Who removed a paper; its line stays when the file is gone. */
export const removed = z.nullable(z.object({ by: z.string(), at: instant }))

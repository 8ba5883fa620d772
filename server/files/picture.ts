import sharp, { type Sharp } from 'sharp'
import { Refusal, refuse } from '#domain/refusal.ts'
import { FairQueue } from '#server/limits/fair-queue.ts'

const pixelsMax = 24_000_000
/** A picture unpacked takes a hundred megabytes: two at a time, each on one core, leave the server its own. */
const pictures = new FairQueue({ workingMax: 2, waitingMax: 16, lineMax: 4 })
sharp.concurrency(1)

/** Draws a picture anew, so that nothing but the picture is kept. Refuses: document_unreadable, overloaded. */
export async function redraw(content: Buffer, draw: (picture: Sharp) => Sharp): Promise<Buffer> {
  try {
    return await pictures.run(() => draw(sharp(content, { limitInputPixels: pixelsMax, failOn: 'error' }).rotate()).toBuffer())
  } catch (error) {
    if (error instanceof Refusal) throw error
    // sharp throws only for what it can't decode or finds too large, which is the sender's to mend.
    return refuse('document_unreadable', { field: 'file' })
  }
}
